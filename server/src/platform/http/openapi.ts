import * as appDeletion from '@caseloom/contract/apps/app-deletion'
import * as appLifecycle from '@caseloom/contract/apps/app-lifecycle'
import * as apps from '@caseloom/contract/apps/apps'
import * as approvals from '@caseloom/contract/automation/approvals'
import * as assets from '@caseloom/contract/automation/assets'
import * as tables from '@caseloom/contract/automation/tables'
import * as assistant from '@caseloom/contract/assistant/assistant'
import * as assistantModels from '@caseloom/contract/assistant/assistant-models'
import * as mcp from '@caseloom/contract/assistant/mcp'
import * as automation from '@caseloom/contract/automation/automation'
import * as builder from '@caseloom/contract/automation/builder'
import { ERRORS, type ErrorCode, Problem } from '@caseloom/contract/kernel/errors'
import * as fieldChange from '@caseloom/contract/apps/field-change'
import * as fields from '@caseloom/contract/field-types/fields'
import * as files from '@caseloom/contract/records/files'
import * as filter from '@caseloom/contract/values/filter'
import * as home from '@caseloom/contract/workspaces/home'
import * as myWork from '@caseloom/contract/workspaces/my-work'
import * as identity from '@caseloom/contract/identity/identity'
import * as installer from '@caseloom/contract/identity/installer'
import * as json from '@caseloom/contract/kernel/json'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import * as licensing from '@caseloom/contract/tenancy/licensing'
import * as licensingAdmin from '@caseloom/contract/tenancy/licensing-admin'
import * as recordRights from '@caseloom/contract/records/record-rights'
import * as jobs from '@caseloom/contract/records/jobs'
import * as observables from '@caseloom/contract/records/observables'
import * as tasks from '@caseloom/contract/records/tasks'
import * as recordLinks from '@caseloom/contract/records/record-links'
import * as merge from '@caseloom/contract/records/merge'
import * as occurrences from '@caseloom/contract/records/occurrences'
import * as promote from '@caseloom/contract/records/promote'
import * as recordApi from '@caseloom/contract/records/record-api'
import * as records from '@caseloom/contract/records/records'
import * as reports from '@caseloom/contract/workspaces/reports'
import * as search from '@caseloom/contract/records/search'
import { type AnyRoute, COMMON_FAILS } from '@caseloom/contract/kernel/route'
import * as comments from '@caseloom/contract/records/comments'
import * as connectors from '@caseloom/contract/automation/connectors'
import * as directory from '@caseloom/contract/identity/directory'
import * as mails from '@caseloom/contract/identity/mails'
import * as notifications from '@caseloom/contract/identity/notifications'
import * as passwordTokens from '@caseloom/contract/identity/password-tokens'
import * as signIn from '@caseloom/contract/identity/sign-in'
import * as sso from '@caseloom/contract/identity/sso'
import * as system from '@caseloom/contract/system/system'
import * as telemetry from '@caseloom/contract/system/telemetry'
import * as tenancy from '@caseloom/contract/tenancy/tenancy'
import * as tenancyAdmin from '@caseloom/contract/tenancy/tenancy-admin'
import * as triggers from '@caseloom/contract/automation/triggers'
import * as workspaces from '@caseloom/contract/workspaces/workspaces'
import { z } from 'zod'
import { sessionCookieName } from './cookies.ts'
import { createSchemaWriter, type SchemaWriter } from './openapi-schemas.ts'

const MODULES = [
  json,
  filter,
  fields,
  system,
  telemetry,
  identity,
  signIn,
  sso,
  directory,
  mails,
  notifications,
  passwordTokens,
  tenancy,
  tenancyAdmin,
  licensing,
  licensingAdmin,
  installer,
  apps,
  appDeletion,
  appLifecycle,
  fieldChange,
  records,
  merge,
  occurrences,
  promote,
  recordLinks,
  jobs,
  recordApi,
  files,
  observables,
  tasks,
  comments,
  search,
  recordRights,
  automation,
  assets,
  tables,
  connectors,
  builder,
  triggers,
  approvals,
  reports,
  workspaces,
  home,
  myWork,
  assistant,
  assistantModels,
  mcp,
]

/** The routes as an OpenAPI 3.1 document; names of operations are the names of the routes. */
export function openApiDocument(routes: Readonly<Record<string, AnyRoute>>, version: string): JsonObject {
  const writer = createSchemaWriter({ ...namedSchemas(), Problem })
  const paths: Record<string, JsonObject> = {}
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    const item = paths[path] ?? {}
    paths[path] = { ...item, [route.method.toLowerCase()]: operation(name, route, writer) }
  }
  const problem = writer.write(Problem, 'output', 'Problem')
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Caseloom',
      version,
      description:
        'Automation and case management. Errors are RFC 9457 problem details with a closed list of codes.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { ...writer.components(), Problem: problem },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookieName('') },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

/** Exported object schemas of the contract, by their names; ids and other plain texts stay where they stand. */
function namedSchemas(): Record<string, z.ZodType> {
  const found: Record<string, z.ZodType> = {}
  for (const [name, value] of MODULES.flatMap((module) => Object.entries(module))) {
    if (value instanceof z.ZodObject || value instanceof z.ZodLazy) found[name] = value
  }
  return found
}

function operation(name: string, route: AnyRoute, writer: SchemaWriter): JsonObject {
  return {
    operationId: name,
    summary: route.summary,
    tags: [tagOf(route.path)],
    parameters: [...pathParameters(route.path), ...queryParameters(name, route, writer)],
    ...requestBody(name, route, writer),
    responses: responses(name, route, writer),
    security: route.open === true ? [] : [{ session: [] }, { token: [] }],
    ...(route.needs === undefined ? {} : { 'x-needs': route.needs }),
  }
}

const TAGS: readonly (readonly [RegExp, string])[] = [
  [/^\/hooks\//, 'Hooks'],
  [/\/orchestration\//, 'Orchestration'],
  [/\/records(\/|$)/, 'Records'],
  [/\/apps(\/|$)/, 'Apps'],
  [/^\/iam\//, 'Identity'],
  [/^\/tenant\/install/, 'Installation'],
  [/^\/tenant\//, 'Tenancy'],
]

function tagOf(path: string): string {
  return TAGS.find(([pattern]) => pattern.test(path))?.[1] ?? 'System'
}

function pathParameters(path: string): JsonValue[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name.endsWith('Id') ? { type: 'string', format: 'uuid' } : { type: 'string', maxLength: 200 },
  }))
}

function queryParameters(name: string, route: AnyRoute, writer: SchemaWriter): JsonValue[] {
  if (route.query === undefined) return []
  const schema = writer.write(route.query, 'input', `${name}_query`)
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const properties = schema['properties']
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return []
  return Object.entries(properties).map(([parameter, value]) => ({
    name: parameter,
    in: 'query',
    required: required.includes(parameter),
    schema: value,
  }))
}

function requestBody(name: string, route: AnyRoute, writer: SchemaWriter): JsonObject {
  if (route.bodyKind === 'raw' || route.bodyKind === 'stream')
    return {
      requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    }
  if (route.body === undefined) return {}
  const schema = writer.write(route.body, 'input', `${name}_body`)
  return { requestBody: { required: true, content: { 'application/json': { schema } } } }
}

function responses(name: string, route: AnyRoute, writer: SchemaWriter): JsonObject {
  if (route.answers === 'file') {
    const content = { '*/*': { schema: { type: 'string', format: 'binary' } } }
    return { '200': { description: 'The file', content }, ...problems(route, '200') }
  }
  if (route.answers === 'redirect')
    return { '303': { description: 'Redirects the browser' }, ...problems(route, '303') }
  const good =
    route.reply === undefined
      ? { description: 'Done' }
      : {
          description: 'Success',
          content: { 'application/json': { schema: writer.write(route.reply, 'output', `${name}_reply`) } },
        }
  const status = String(route.status ?? (route.reply === undefined ? 204 : 200))
  return { [status]: good, ...problems(route, status) }
}

/** What a stranger's route never answers: no one is asked who they are. */
const OF_SESSIONS: readonly ErrorCode[] = ['session.none', 'right.missing', 'license.invalid']

function problems(route: AnyRoute, goodStatus: string): JsonObject {
  const common =
    route.open === true ? COMMON_FAILS.filter((code) => !OF_SESSIONS.includes(code)) : COMMON_FAILS
  const codes = [...new Set<ErrorCode>([...common, ...(route.fails ?? [])])]
  const byStatus = Map.groupBy(codes, (code) => String(ERRORS[code].status))
  const entries = [...byStatus].map(([status, group]): [string, JsonObject] => [
    status,
    {
      description: group.map((code) => `${code}: ${ERRORS[code].title}`).join('\n\n'),
      content: {
        'application/problem+json': {
          schema: {
            $ref: '#/components/schemas/Problem',
            properties: { code: { enum: group } },
          },
        },
      },
    },
  ])
  return Object.fromEntries(entries.filter(([status]) => status !== goodStatus))
}
