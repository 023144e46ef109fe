import { cleanText } from '@caseloom/contract/values/normalize-text'
import { fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { hashPassword } from './password-hash.ts'
import { savePerson } from './person.store.ts'

export interface NewPerson {
  /** Given when the call may be repeated: the person of this id then takes these values. */
  id?: string
  email: string
  name: string
  /** Absent: they cannot log in with a password (yet). A hash comes from `hashPassword`. */
  password?: { plain: string } | { hash: string }
  superAdministrator?: boolean
  timeZone?: string
}

/** Adds a person to the installation; answers the id. Throws request.invalid when the address is taken. */
export async function createPerson(
  { system }: Pick<IdentityDeps, 'system'>,
  person: NewPerson,
): Promise<string> {
  const id = person.id ?? newId()
  const passwordHash = await hashOf(person.password)
  try {
    await system.tx((tx) =>
      savePerson(tx, {
        id,
        email: person.email,
        name: cleanText(person.name.trim()),
        passwordHash,
        superAdministrator: person.superAdministrator ?? false,
        timeZone: person.timeZone ?? null,
      }),
    )
  } catch (error) {
    if (!violates(error, 'person_email')) throw error
    const message = 'A person with this email address already exists'
    throw fail('request.invalid', { issues: [{ path: ['body', 'email'], code: 'taken', message }] })
  }
  return id
}

async function hashOf(password: NewPerson['password']): Promise<string | null> {
  if (password === undefined) return null
  return 'hash' in password ? password.hash : hashPassword(password.plain)
}

/** True for PostgreSQL's unique violation of this constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}
