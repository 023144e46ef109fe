import type { Names } from './names.ts'
import { testTemplate } from './test-template.ts'

/** The files of a new domain by their path: one thing that can be created, read and listed, through all of its layers. */
export function domainFiles(names: Names): Record<string, string> {
  const home = `server/src/domains/${names.domain}`
  return {
    [`contract/src/${names.domain}/${names.domain}.ts`]: contract(names),
    [`${home}/${names.domain}.migrations.ts`]: migrations(names),
    [`${home}/${names.thing}.rules.ts`]: rules(names),
    [`${home}/${names.things}.store.ts`]: store(names),
    [`${home}/${names.thing}-list.read.ts`]: listRead(names),
    [`${home}/${names.domain}.events.ts`]: events(names),
    [`${home}/create-${names.thing}.ts`]: useCase(names),
    [`${home}/read-${names.things}.ts`]: reading(names),
    [`${home}/${names.domain}.door.ts`]: door(names),
    [`${home}/${names.domain}.routes.ts`]: routes(names),
    [`${home}/${names.domain}.module.ts`]: module(names),
    [`${home}/${names.domain}.test.ts`]: testTemplate(names),
  }
}

function contract({ thing, Thing, things, Things }: Names): string {
  return `import { z } from 'zod'
import { Instant } from '../kernel/ids.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'

export const ${Thing}Create = z.strictObject({ name: z.string().min(1).max(200) })
export type ${Thing}Create = z.infer<typeof ${Thing}Create>

export const ${Thing}View = z.object({
  id: z.guid(),
  name: z.string(),
  createdAt: Instant,
  can: z.object({ update: z.boolean() }),
})
export type ${Thing}View = z.infer<typeof ${Thing}View>

export const list${Things} = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/${things}',
  summary: '${Things} of the tenant',
  needs: 'tenant',
  query: PageQuery,
  reply: pageOf(${Thing}View),
})
export const create${Thing} = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/${things}',
  summary: 'Creates a ${thing}',
  needs: 'tenant',
  body: ${Thing}Create,
  reply: ${Thing}View,
  status: 201,
})
export const get${Thing} = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/${things}/:${thing}Id',
  summary: 'One ${thing}',
  needs: 'tenant',
  reply: ${Thing}View,
})
`
}

function migrations({ domain, thing, things, place }: Names): string {
  return `import type { Migration } from '../../platform/database/types.ts'

/** The ${things} of a tenant. */
export const ${domain}Migrations: Migration[] = [
  {
    name: '${place}10-${domain}-${things}',
    async up(tx) {
      await tx.query(\`
        create table caseloom.${thing} (
          id uuid primary key,
          tenant_id uuid not null,
          name text not null,
          created_at timestamptz not null
        );
        create index ${thing}_by_tenant on caseloom.${thing} (tenant_id, id)\`)
      await tx.tenantTable('${thing}')
    },
  },
]
`
}

function rules({ domain, thing, Thing }: Names): string {
  return `import type { ${Thing}Create, ${Thing}View } from '@caseloom/contract/${domain}/${domain}'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'

/** A ${thing} as it is stored. */
export interface ${Thing} {
  id: string
  name: string
  createdAt: Date
}

/** What a command makes of nothing; id and time come from outside, so that the same input gives the same ${thing}. */
export function new${Thing}(id: string, command: ${Thing}Create, now: Date): ${Thing} {
  return { id, name: command.name, createdAt: now }
}

/** A ${thing} as this actor sees it. */
export function ${thing}View(${thing}: ${Thing}, actor: Actor): ${Thing}View {
  const { id, name, createdAt } = ${thing}
  return { id, name, createdAt: createdAt.toISOString(), can: { update: may(actor, 'tenant') } }
}
`
}

function store({ thing, Thing, things }: Names): string {
  return `import { z } from 'zod'
import type { TenantTx } from '../../platform/database/types.ts'
import type { ${Thing} } from './${thing}.rules.ts'

const ${Thing}Row = z.object({ id: z.string(), name: z.string(), created_at: z.date() })

/** The ${thing} with this id, or null when the tenant has none. */
export async function find${Thing}(tx: TenantTx, id: string): Promise<${Thing} | null> {
  const [row] = await tx.rows(
    ${Thing}Row,
    'select id, name, created_at from caseloom.${thing} where tenant_id = $1 and id = $2',
    [tx.tenantId, id],
  )
  return row === undefined ? null : { id: row.id, name: row.name, createdAt: row.created_at }
}

/** Adds a ${thing} to the tenant's ${things}. */
export async function insert${Thing}(tx: TenantTx, ${thing}: ${Thing}): Promise<void> {
  await tx.query('insert into caseloom.${thing} (id, tenant_id, name, created_at) values ($1, $2, $3, $4)', [
    ${thing}.id,
    tx.tenantId,
    ${thing}.name,
    ${thing}.createdAt,
  ])
}
`
}

function listRead({ thing, Thing, things, Things }: Names): string {
  return `import { z } from 'zod'
import type { TenantTx } from '../../platform/database/types.ts'
import type { ${Thing} } from './${thing}.rules.ts'

const ${Thing}Row = z.object({ id: z.string(), name: z.string(), created_at: z.date() })

/** One page of ${things} in the order they were made: those after the id \`after\`. */
export async function page${Things}(
  tx: TenantTx,
  page: { after: string | null; limit: number },
): Promise<${Thing}[]> {
  const rows = await tx.rows(
    ${Thing}Row,
    \`select id, name, created_at from caseloom.${thing}
     where tenant_id = $1 and ($2::uuid is null or id > $2) order by id limit $3\`,
    [tx.tenantId, page.after, page.limit],
  )
  return rows.map((row) => ({ id: row.id, name: row.name, createdAt: row.created_at }))
}
`
}

function events({ thing }: Names): string {
  return `import type { Announcement } from '../../platform/database/types.ts'

/** A ${thing} was created. */
export function ${thing}Created(id: string): Announcement {
  return { topic: 'internal', name: '${thing}.created', payload: { ${thing}Id: id } }
}
`
}

function useCase({ domain, thing, Thing, things }: Names): string {
  return `import type { ${Thing}Create, ${Thing}View } from '@caseloom/contract/${domain}/${domain}'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import { allow } from '../../platform/rights.ts'
import { newId } from '../../platform/uuid.ts'
import { ${thing}Created } from './${domain}.events.ts'
import { new${Thing}, ${thing}View } from './${thing}.rules.ts'
import { insert${Thing} } from './${things}.store.ts'

/** Creates a ${thing}. */
export async function create${Thing}(
  scope: TenantScope,
  actor: Actor,
  command: ${Thing}Create,
): Promise<${Thing}View> {
  allow(actor, 'tenant')
  return scope.tx(async (tx) => {
    const ${thing} = new${Thing}(newId(), command, tx.now)
    await insert${Thing}(tx, ${thing})
    tx.announce(${thing}Created(${thing}.id))
    return ${thing}View(${thing}, actor)
  })
}
`
}

function reading({ domain, thing, Thing, things, Things }: Names): string {
  return `import type { ${Thing}View } from '@caseloom/contract/${domain}/${domain}'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { page${Things} } from './${thing}-list.read.ts'
import { ${thing}View } from './${thing}.rules.ts'
import { find${Thing} } from './${things}.store.ts'

/** One ${thing}; throws resource.not_found. */
export async function get${Thing}(scope: TenantScope, actor: Actor, id: string): Promise<${Thing}View> {
  allow(actor, 'tenant')
  const ${thing} = await scope.read((tx) => find${Thing}(tx, id))
  if (${thing} === null) throw fail('resource.not_found')
  return ${thing}View(${thing}, actor)
}

/** One page of ${things}; throws request.invalid when the cursor is none. */
export async function list${Things}(
  scope: TenantScope,
  actor: Actor,
  query: { limit: number; cursor?: string | undefined },
): Promise<{ items: ${Thing}View[]; next: string | null }> {
  allow(actor, 'tenant')
  const after = query.cursor === undefined ? null : normalizeGuid(query.cursor)
  if (query.cursor !== undefined && after === null) {
    throw fail('request.invalid', { issues: [{ path: ['query', 'cursor'], code: 'unknown', message: 'No such page' }] })
  }
  const ${things} = await scope.read((tx) => page${Things}(tx, { after, limit: query.limit + 1 }))
  const items = ${things}.slice(0, query.limit).map((${thing}) => ${thing}View(${thing}, actor))
  return { items, next: ${things}.length > query.limit ? (items.at(-1)?.id ?? null) : null }
}
`
}

function door({ domain, Domain, thing, Thing, things }: Names): string {
  return `import type { ${Thing}View } from '@caseloom/contract/${domain}/${domain}'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../platform/database/types.ts'
import { get${Thing} } from './read-${things}.ts'

/** What other domains may ask of ${domain}. */
export interface ${Domain}Door {
  /** One ${thing}; throws resource.not_found. */
  get${Thing}(scope: TenantScope, actor: Actor, id: string): Promise<${Thing}View>
}

/** Builds the door; once per process, in services.ts. */
export function create${Domain}Door(): ${Domain}Door {
  return { get${Thing} }
}
`
}

function routes({ domain, Domain, thing, Thing, things, Things }: Names): string {
  return `import * as routes from '@caseloom/contract/${domain}/${domain}'
import type { Http } from '../../platform/http/types.ts'
import { create${Thing} } from './create-${thing}.ts'
import { get${Thing}, list${Things} } from './read-${things}.ts'

/** Serves the ${things}. */
export function bind${Domain}Routes(http: Http): void {
  http.bindTenant(routes.list${Things}, ({ scope, actor, query }) => list${Things}(scope, actor, query))
  http.bindTenant(routes.create${Thing}, ({ scope, actor, body }) => create${Thing}(scope, actor, body))
  http.bindTenant(routes.get${Thing}, ({ scope, actor, params }) => get${Thing}(scope, actor, params.${thing}Id))
}
`
}

function module({ domain, Domain, things }: Names): string {
  return `import type { DomainModule } from '../../platform/foundation/module.ts'
import { create${Domain}Door } from './${domain}.door.ts'

/** The ${things} of a tenant. */
export function create${Domain}Module() {
  return {
    door: create${Domain}Door(),
    async routes(http) {
      const { bind${Domain}Routes } = await import('./${domain}.routes.ts')
      bind${Domain}Routes(http)
    },
  } satisfies DomainModule & Record<string, unknown>
}
`
}
