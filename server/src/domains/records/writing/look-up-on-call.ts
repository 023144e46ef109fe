import type { TenantScope } from '../../../platform/database/types.ts'
import type { OnCall } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** Who is on call has to be looked up, which needs another database role: outside of the transaction. */
export class AskOnCall extends Error {
  readonly names: readonly string[]
  constructor(names: readonly string[]) {
    super('Ask who is on call')
    this.names = names
  }
}

/** Who is on call now, by `schedule` or `schedule/layer`; null also for unknown names. */
export async function lookUpOnCall(
  { apps }: RecordsDeps,
  scope: TenantScope,
  { names }: AskOnCall,
): Promise<OnCall> {
  const named = names.map((name) => {
    const [schedule = '', layer] = name.split('/')
    return { schedule, layer }
  })
  const people = await apps.onCall(scope, named)
  return new Map(names.map((name, at) => [name, people[at] ?? null]))
}
