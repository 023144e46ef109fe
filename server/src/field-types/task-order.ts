import type { Task } from '@caseloom/contract/values/case-fields'
import type { Issue } from '@caseloom/contract/kernel/errors'

/** What is wrong with what tasks wait for: tasks that are not there, and circles. */
export function dependencyIssues(tasks: readonly Task[]): Issue[] {
  const places = new Map(tasks.map((task, at) => [task.id, at]))
  const missing = tasks.flatMap((task, at) =>
    task.dependsOn.some((id) => !places.has(id))
      ? [{ path: [at, 'dependsOn'], code: 'unknown_task', message: 'Depends on a task that doesn’t exist' }]
      : [],
  )
  if (missing.length > 0) return missing
  const circle = findCircle(tasks, places)
  return circle === null
    ? []
    : [{ path: [circle, 'dependsOn'], code: 'circle', message: 'The task would depend on itself' }]
}

/** The place of a task in a circle, or null; without recursion, for a chain may be 500 long. */
function findCircle(tasks: readonly Task[], places: ReadonlyMap<string, number>): number | null {
  const waiting = tasks.map((task) => task.dependsOn.length)
  const followers = new Map<string, number[]>()
  for (const [at, task] of tasks.entries())
    for (const id of task.dependsOn) followers.set(id, [...(followers.get(id) ?? []), at])
  const free = tasks.flatMap((task, at) => (task.dependsOn.length === 0 ? [at] : []))
  let settled = 0
  for (let next = free.pop(); next !== undefined; next = free.pop()) {
    settled += 1
    for (const follower of followers.get(tasks[next]?.id ?? '') ?? []) {
      waiting[follower] = (waiting[follower] ?? 0) - 1
      if (waiting[follower] === 0) free.push(follower)
    }
  }
  if (settled === tasks.length) return null
  const stuck = tasks.find((task) => (waiting[places.get(task.id) ?? 0] ?? 0) > 0)
  return places.get(stuck?.id ?? '') ?? 0
}
