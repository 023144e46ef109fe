import { z } from 'zod'
/** A person as a sign-in meets them. */
export const Met = z.object({
  personId: z.string(),
  kind: z.enum(['person', 'service']),
  hasPassword: z.boolean(),
  /** Their membership of the account; null when they never had one. */
  status: z.enum(['invited', 'active', 'disabled', 'removed']).nullable(),
  /** Their invitation was not taken up in time. */
  lapsed: z.boolean(),
})
export type Met = z.infer<typeof Met>

export interface Meeting {
  /** The person the subject was matched with before. */
  linked: Met | null
  /** Whose address it is. */
  byEmail: Met | null
  createUsers: boolean
  /** The person has just proven by password that the address is theirs. */
  proven: boolean
}

export type Joining =
  | { do: 'enter'; personId: string; link: boolean }
  | { do: 'create' }
  | { do: 'prove'; personId: string }
  | { do: 'refuse'; why: string }

/**
 * What a finished sign-in leads to. An address alone opens no one else's door: who is known here joins by their
 * password, once. Only someone invited to this very account, who has no password yet, is taken at the provider's word.
 */
export function joining({ linked, byEmail, createUsers, proven }: Meeting): Joining {
  const met = linked ?? byEmail
  if (met === null) return createUsers ? { do: 'create' } : { do: 'refuse', why: 'No user has this address' }
  const why = refusalOf(met, { isKnown: linked !== null, createUsers })
  if (why !== null) return { do: 'refuse', why }
  const { personId, status, hasPassword } = met
  if (linked !== null) return { do: 'enter', personId, link: false }
  if (proven || (status === 'invited' && !hasPassword)) return { do: 'enter', personId, link: true }
  if (hasPassword) return { do: 'prove', personId }
  const way = 'use "Forgot password" to set one'
  return { do: 'refuse', why: `This person has no password to confirm the address with; ${way}` }
}

/** What administrators have decided holds, whatever the provider says. */
function refusalOf(
  { kind, status, lapsed }: Met,
  { isKnown, createUsers }: { isKnown: boolean; createUsers: boolean },
): string | null {
  if (kind === 'service') return 'The address belongs to a service account'
  switch (status) {
    case 'active':
      return null
    case 'disabled':
      return 'The user is disabled'
    case 'removed':
      return 'The user was removed from the account'
    case 'invited':
      return lapsed && !createUsers ? 'The invitation has expired' : null
    case null:
      if (isKnown) return 'The user was removed from the account'
      return createUsers ? null : 'This person isn’t a user of the account'
    default:
      return status satisfies never
  }
}
