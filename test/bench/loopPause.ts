/**
 * Preloaded into a benchmarked process: answers its parent’s messages with the longest pause of its event loop, or, to the message `cpu`, with
 * the most CPU time that its thread used in one turn, which other processes of the machine do not lengthen.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

let usedMs = readCpuMs();
let longestMs = 0;

function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A timer runs at most once in a turn. */
setInterval(() => {
  const nowMs = readCpuMs();
  longestMs = Math.max(longestMs, nowMs - usedMs);
  usedMs = nowMs;
}, 1).unref();

process.on('message', (name) => {
  if (name === 'cpu') {
    process.send?.(longestMs);
    longestMs = 0;
    return;
  }
  process.send?.(delay.max / 1e6);
  delay.reset();
});
process.channel?.unref();
