import { hash, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'

/** OWASP's first choice for Argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
let cost = HASH_COST

/** Tests make thousands of hashes and lower the cost; throws anywhere else. Returns the cost until now. */
export function setHashCost(next: typeof HASH_COST): typeof HASH_COST {
  if (process.env['VITEST'] === undefined)
    throw new Error('Only tests may change the cost of password hashes')
  const before = cost
  cost = next
  decoy = undefined
  return before
}

/** One password however it was typed: NIST SP 800-63B section 5.1.1.2 asks for a normal form before hashing. */
function canonical(password: string): string {
  return password.normalize('NFKC')
}

/** Argon2id hash in the PHC string form. */
export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), cost)
}

/** True when the password belongs to the hash; a hash that can't be read belongs to none. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await verify(passwordHash, canonical(password))
  } catch {
    // Only an unreadable hash throws.
    return false
  }
}

/** True when the hash was made at another cost than today's, and is to be renewed at the next login. */
export function isOutdated(passwordHash: string): boolean {
  return !passwordHash.startsWith(
    `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`,
  )
}

let decoy: Promise<string> | undefined

/** A hash that no password fits: verifying against it takes the time that a known user's takes. */
export function decoyHash(): Promise<string> {
  decoy ??= hashPassword(randomBytes(32).toString('base64url'))
  return decoy
}
