import type { When, WorkflowBranch } from '@caseloom/contract/apps/workflow'

/** The fields that a condition names, in order. */
export function fieldsOfWhen(when: When): string[] {
  if ('all' in when) return when.all.flatMap(fieldsOfWhen)
  if ('any' in when) return when.any.flatMap(fieldsOfWhen)
  if ('none' in when) return when.none.flatMap(fieldsOfWhen)
  if ('changed' in when) return [when.changed]
  if ('linked' in when) return [when.linked]
  return 'field' in when ? [when.field] : []
}

/** The field that a branch is about: its subject, or what its first rule asks about first. */
export function subjectOfBranch({ subject, rules }: WorkflowBranch): string | undefined {
  const when = rules[0]?.when
  return subject ?? (when === undefined ? undefined : fieldsOfWhen(when)[0])
}

/** A subject as expressions name it. */
export function subjectPath(subject: string | undefined): string {
  return subject === undefined ? 'record' : `record.${subject}`
}
