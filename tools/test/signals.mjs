/** Whether a process with this ID is running, regardless of its owner. */
export function isAlive(pid) {
  if (!isOne(pid)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process.
    return error.code === 'EPERM'
  }
}

/** Signals a child started with `detached` and all processes of its group; an empty group is no error. */
export function signalGroup(child, signal) {
  if (!isOne(child.pid)) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // Nothing of the group is left.
  }
}

/** To the system, 0 and negative numbers mean whole groups, -1 means every process, and 1 is init. */
function isOne(pid) {
  return Number.isSafeInteger(pid) && pid > 1
}
