import { onCallUses } from './on-call-uses.ts'
import { subjectPorts } from './sees-subject.ts'

type Subjects = Parameters<typeof subjectPorts>[0]
type Users = Parameters<typeof onCallUses>[0]
type Asked = Parameters<typeof onCallUses> extends [Users, ...infer Rest] ? Rest : never

/** What identity asks of the domains above, called when all is built. */
export function identityPorts(subjects: Subjects, users: () => Users) {
  return {
    ...subjectPorts(subjects),
    onCallUses: (...asked: Asked) => onCallUses(users(), ...asked),
  }
}
