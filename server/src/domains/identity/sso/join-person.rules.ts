/** A person as a sign-in meets them. */
export interface Met {
  personId: string
  kind: 'person' | 'service'
  hasPassword: boolean
  /** Their membership of the account; null when they have none. */
  status: 'invited' | 'active' | 'disabled' | null
}

export interface Meeting {
  /** Whom the subject was matched with before. */
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
 * What a finished sign-in leads to. An address alone opens nobody else's door: who is known here joins by their
 * password, once. Only somebody invited to this very account, who has no password yet, is taken at the provider's word.
 */
export function joining({ linked, byEmail, createUsers, proven }: Meeting): Joining {
  if (linked !== null) return again(linked)
  if (byEmail === null)
    return createUsers ? { do: 'create' } : { do: 'refuse', why: 'Nobody here has this address' }
  const { personId, status } = byEmail
  const refusal = refusalOf(byEmail, createUsers)
  if (refusal !== null) return { do: 'refuse', why: refusal }
  const invited = status === 'invited' && !byEmail.hasPassword
  return invited || proven ? { do: 'enter', personId, link: true } : { do: 'prove', personId }
}

/** Who came in before comes in again, unless an administrator has shut them out since. */
function again({ personId, status }: Met): Joining {
  if (status === 'disabled') return { do: 'refuse', why: 'The user is disabled' }
  if (status === null) return { do: 'refuse', why: 'The user was removed from the account' }
  return { do: 'enter', personId, link: false }
}

function refusalOf({ kind, status, hasPassword }: Met, createUsers: boolean): string | null {
  if (kind === 'service') return 'The address belongs to a service account'
  if (status === 'disabled') return 'The user is disabled'
  if (status === null && !createUsers) return 'The person is no user of the account'
  if (!hasPassword && status !== 'invited')
    return 'The person has no password to prove the address by; a password link by mail gives one'
  return null
}
