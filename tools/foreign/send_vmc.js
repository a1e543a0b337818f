// Somebody who stands with his left arm up and his right one down, sent by npm's osc as tracking
// programs do it: node send_vmc.js PORT SECONDS
import process from "node:process";
import osc from "osc";

const [port, seconds] = process.argv.slice(2).map(Number);
const rate = 60;
const half = Math.sqrt(0.5);
const straight = [0, 0, 0, 1];
const bones = {
  Hips: [0, 0.95, 0, ...straight],
  Spine: [0, 0.1, 0, ...straight],
  Chest: [0, 0.15, 0, ...straight],
  Neck: [0, 0.25, 0, ...straight],
  Head: [0, 0.1, 0, ...straight],
  LeftUpperArm: [-0.18, 0.2, 0, 0, 0, -half, half],
  LeftLowerArm: [-0.28, 0, 0, ...straight],
  RightUpperArm: [0.18, 0.2, 0, 0, 0, -half, half],
  RightLowerArm: [0.28, 0, 0, ...straight],
  LeftUpperLeg: [-0.09, -0.02, 0, ...straight],
  LeftLowerLeg: [0, -0.42, 0, ...straight],
  LeftFoot: [0, -0.42, 0, ...straight],
  RightUpperLeg: [0.09, -0.02, 0, ...straight],
  RightLowerLeg: [0, -0.42, 0, ...straight],
  RightFoot: [0, -0.42, 0, ...straight],
};

const float = (value) => ({ type: "f", value });
const message = (address, name, numbers) => ({
  address,
  args: [{ type: "s", value: name }, ...numbers.map(float)],
});

const udp = new osc.UDPPort({ localAddress: "127.0.0.1", localPort: 0, metadata: true });
udp.on("ready", () => {
  const begun = performance.now();
  const timer = setInterval(() => {
    const time = (performance.now() - begun) / 1000;
    const packets = Object.entries(bones).map(([name, numbers]) =>
      message("/VMC/Ext/Bone/Pos", name, numbers),
    );
    packets.push(message("/VMC/Ext/Root/Pos", "root", [0, 0, 0, ...straight]));
    const timeTag = osc.timeTag(0);
    udp.send({ timeTag, packets }, "127.0.0.1", port);
    udp.send({ address: "/VMC/Ext/T", args: [float(time)] }, "127.0.0.1", port);
    if (time > seconds) {
      clearInterval(timer);
      udp.close();
    }
  }, 1000 / rate);
});
udp.open();
