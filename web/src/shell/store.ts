import { useEffect, useState } from "preact/hooks";

/** A value that can be watched. Updates are patches; an unchanged patch wakes nobody. */
export class Store<T extends object> {
  private current: T;
  private readonly watchers = new Set<(value: T) => void>();

  constructor(initial: T) {
    this.current = initial;
  }

  get value(): T {
    return this.current;
  }

  set(patch: Partial<T>): void {
    const names = Object.keys(patch) as (keyof T)[];
    if (names.every((name) => Object.is(this.current[name], patch[name]))) return;
    this.current = { ...this.current, ...patch };
    for (const watcher of this.watchers) watcher(this.current);
  }

  watch(watcher: (value: T) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }
}

/** Renders again when the store changes. */
export function useStore<T extends object>(store: Store<T>): T {
  const [value, setValue] = useState(store.value);
  useEffect(() => {
    setValue(store.value);
    return store.watch((next) => setValue(next));
  }, [store]);
  return value;
}

/** Renders again when a part of the store changes. */
export function usePart<T extends object, P>(store: Store<T>, part: (value: T) => P): P {
  const [value, setValue] = useState(() => part(store.value));
  useEffect(() => {
    setValue(() => part(store.value));
    return store.watch((next) => setValue(() => part(next)));
  }, [store]);
  return value;
}
