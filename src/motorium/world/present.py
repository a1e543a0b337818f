"""A world as it is now, as a scenario: with it another could begin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from motorium.world.scenario import Group, Scenario

if TYPE_CHECKING:
    from motorium.world.world import World

__all__ = ["as_many", "present_scenario"]


def present_scenario(world: World) -> Scenario:
    """The world's scenario with as many in each group as live now, and with what stands there now;
    who is still to come, comes."""
    groups: list[Group] = []
    for group, count in zip(world.scenario.group, world.counts, strict=True):
        groups += [group] if count is None else as_many(group, count)
    tables: dict[str, object] = {"group": groups}
    if world.habitat is not None:
        tables["habitat"] = world.habitat.settings
    return world.scenario.with_tables(**tables)


def as_many(group: Group, count: int) -> list[Group]:
    """The same group with another count: whoever is put somewhere stays there, and who is more
    than that is drawn, in a group beside it."""
    told = {name: getattr(group, name) for name in group.model_fields_set}
    one_by_one = {key: told[key] for key in ("places", "sizes", "headings") if told.get(key)}
    listed = min((len(rows) for rows in one_by_one.values()), default=count)
    first = told | {key: rows[:count] for key, rows in one_by_one.items()}
    first["count"] = min(count, listed)
    groups = [_group(first)]
    if count > listed:
        rest = {key: value for key, value in told.items() if key not in (*one_by_one, "name")}
        if group.sizes:
            rest["size"] = (min(group.sizes), max(group.sizes))
        groups.append(_group(rest | {"count": count - listed}))
    return groups


def _group(told: dict[str, Any]) -> Group:
    if told.get("most") is not None:
        told["most"] = max(told["most"], told["count"], 1)
    return Group(**told)
