import type { BuiltInRole } from '@caseloom/contract/kernel/permissions'
import {
  builtInRoleIds,
  createIdentityDoor,
  type IdentityDoor,
} from '@caseloom/server/domains/identity/identity.door'
import { bindIdentityRoutes } from '@caseloom/server/domains/identity/identity.routes'
import { bindSignInRoutes } from '@caseloom/server/domains/identity/my-account/sign-in.routes'
import { createTenancyDoor, type TenancyDoor } from '@caseloom/server/domains/tenancy/tenancy.door'
import { bindTenancyRoutes } from '@caseloom/server/domains/tenancy/tenancy.routes'
import { aWholeInstallation } from './whole-installation.ts'
import { type AppError, fail } from '@caseloom/server/platform/errors'
import { createHttpServer, type HttpServer } from '@caseloom/server/platform/http/server'
import { createInstallationSecrets } from '@caseloom/server/platform/secrets/secrets'
import { newId } from '@caseloom/server/platform/uuid'
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import type { TestInstallation } from './installation.ts'

export const PASSWORD = 'kettle orbit mango 7'
export const ORIGIN = 'http://localhost:4000'

/** An installation with identity and tenancy at work, and an HTTP server that authenticates by them. */
export interface TestPeople {
  installation: TestInstallation
  identity: IdentityDoor
  tenancy: TenancyDoor
  http: HttpServer
  /** What identity's use cases work with, for parts that tests add. */
  deps: Parameters<typeof createIdentityDoor>[0]
  /** An account with one tenant. */
  anAccount(): Promise<{ accountId: string; tenantId: string }>
  /** A person with PASSWORD, user of the account, with a role in its tenant when one is named. */
  aUser(place: { accountId: string; tenantId: string }, role?: BuiltInRole | null): Promise<TestUser>
  close(): Promise<void>
}
export interface TestUser {
  personId: string
  userId: string
  email: string
}

/** Builds it on a database of its own; the template is shared by all test files that use this. */
export async function somePeople(
  attempts: { email: number; ip: number; proof?: number; person?: number; codes?: number } = {
    email: 5,
    ip: 1000,
  },
): Promise<TestPeople> {
  const installation = await aWholeInstallation()
  const { database } = installation
  const tenancy = createTenancyDoor(database)
  const throttles = {
    email: countingThrottle(attempts.email),
    person: countingThrottle(attempts.person ?? 1000),
    ip: countingThrottle(attempts.ip),
    proof: countingThrottle(attempts.proof ?? 10),
    codes: countingThrottle(attempts.codes ?? 1000),
    lockNotice: countingThrottle(1),
    passkey: countingThrottle(1000),
  }
  const secrets = createInstallationSecrets(randomBytes(32))
  const deps = { system: database.system, places: tenancy, throttles, secrets, publicUrl: ORIGIN }
  const identity = createIdentityDoor(deps)
  const http = await createHttpServer({
    publicUrl: ORIGIN,
    trustProxy: false,
    tls: null,
    log: pino({ level: 'silent' }),
    strictReplies: true,
    gate: {
      authenticate: identity.authenticate,
      tenant: async (tenantId) => {
        const ref = await tenancy.tenant(tenantId)
        return ref === null ? null : database.tenant(ref)
      },
      licensed: async () => true,
    },
  })
  bindIdentityRoutes(http, deps)
  bindSignInRoutes(http, deps)
  bindTenancyRoutes(http, { tenancy, identity, version: '0.1.0+test' })
  const anAccount = async () => {
    const accountId = await tenancy.createAccount({ name: `Account ${newId()}` })
    return { accountId, tenantId: await tenancy.createTenant({ accountId, name: 'Main' }) }
  }
  return {
    installation,
    identity,
    tenancy,
    http,
    deps,
    anAccount,
    aUser: (place, role = 'analyst') => addUser(identity, place, role),
    async close() {
      await http.fastify.close()
      await installation.close()
    },
  }
}

async function addUser(
  identity: IdentityDoor,
  { accountId, tenantId }: { accountId: string; tenantId: string },
  role: BuiltInRole | null,
): Promise<TestUser> {
  const email = `Zoë.${newId()}@Example.com`
  const personId = await identity.createPerson({ email, name: 'Zoë Example', password: { plain: PASSWORD } })
  const userId = await identity.addUser({ accountId, personId })
  if (role !== null) {
    await identity.assignRole({ accountId, roleId: builtInRoleIds[role], to: { userId }, tenantId })
  }
  return { personId, userId, email }
}

/** A throttle without a window: what is taken stays taken until it is given back. */
function countingThrottle(limit: number) {
  const taken = new Map<string, number>()
  return {
    async take(key: string): Promise<void> {
      const count = (taken.get(key) ?? 0) + 1
      if (count > limit) throw tooMany()
      taken.set(key, count)
    },
    async giveBack(key: string): Promise<void> {
      taken.set(key, (taken.get(key) ?? 1) - 1)
    },
  }
}

function tooMany(): AppError {
  return fail('request.too_many', { retryAfter: 60 })
}
