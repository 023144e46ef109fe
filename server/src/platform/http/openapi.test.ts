import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { COMMON_FAILS, route } from '@caseloom/contract/kernel/route'
import { ERRORS } from '@caseloom/contract/kernel/errors'
import { ROUTES } from '@caseloom/contract/routes'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument(ROUTES, '1.2.3')

function at(value: JsonValue | undefined, ...path: string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (place, key) =>
      typeof place === 'object' && place !== null && !Array.isArray(place) ? place[key] : undefined,
    value,
  )
}

function textAt(value: JsonValue, key: string): string {
  const found = at(value, key)
  return typeof found === 'string' ? found : ''
}

function members(value: JsonValue | undefined): [string, JsonValue][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
}

function walk(value: JsonValue, visit: (node: JsonObject, path: string) => void, path = '#'): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, visit, `${path}/${index}`)
  } else if (typeof value === 'object' && value !== null) {
    visit(value, path)
    for (const [key, item] of Object.entries(value)) walk(item, visit, `${path}/${key}`)
  }
}

function operations(from: JsonValue = document) {
  return members(at(from, 'paths')).flatMap(([path, item]) =>
    members(item).map(([method, operation]) => ({ path, method, operation })),
  )
}

describe('OpenAPI document', () => {
  test('holds every route of the contract under its name, and nothing else', () => {
    const found = operations().map(({ path, method, operation }) => [
      textAt(operation, 'operationId'),
      `${method.toUpperCase()} ${path}`,
    ])
    const wanted = Object.entries(ROUTES).map(([name, one]) => [
      name,
      `${one.method} ${one.path.replaceAll(/:(\w+)/g, '{$1}')}`,
    ])
    expect(wanted.length).toBeGreaterThan(20)
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted))
  })

  test('every reference leads somewhere, and every component is referred to', () => {
    const references = new Set<string>()
    walk(document, (node) => {
      if (typeof node['$ref'] === 'string') references.add(node['$ref'])
    })
    const there = members(at(document, 'components', 'schemas')).map(
      ([name]) => `#/components/schemas/${name}`,
    )
    expect([...references].toSorted()).toEqual(there.toSorted())
    expect(there.length).toBeGreaterThan(10)
  })

  test('is JSON through and through and has the shape of OpenAPI 3.1', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
    expect(OpenApi.parse(document)).toBeDefined()
    expect(document).toMatchObject({ openapi: '3.1.1', info: { version: '1.2.3' } })
    walk(document, (node, path) => {
      for (const key of ['$defs', '$schema', 'jsonSchema', 'id'])
        if (!path.endsWith('/properties')) expect(Object.keys(node), path).not.toContain(key)
      if (typeof node['type'] === 'string' && path.includes('schema'))
        expect(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'], path).toContain(
          node['type'],
        )
    })
  })

  test('parameters of a path are those of its operations, ids are GUIDs', () => {
    for (const { path, operation } of operations()) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const parameters = at(operation, 'parameters')
      const inPath = (Array.isArray(parameters) ? parameters : []).filter((one) => at(one, 'in') === 'path')
      expect(inPath.map((one) => at(one, 'name'))).toEqual(names)
      for (const one of inPath) {
        expect(at(one, 'required')).toBe(true)
        if (textAt(one, 'name').endsWith('Id')) expect(at(one, 'schema', 'format')).toBe('uuid')
      }
    }
  })

  test('problems stand under their statuses with the codes that a route may answer', () => {
    const operation = operations().find(
      (one) => at(one.operation, 'operationId') === 'updateRecord',
    )?.operation
    const conflict = at(operation, 'responses', '409', 'content', 'application/problem+json', 'schema')
    expect(conflict).toEqual({
      $ref: '#/components/schemas/Problem',
      properties: { code: { enum: ['record.duplicate_value', 'resource.version_conflict'] } },
    })
    const statuses = members(at(operation, 'responses')).map(([status]) => status)
    for (const code of COMMON_FAILS) expect(statuses).toContain(String(ERRORS[code].status))
    expect(statuses).toContain('200')
  })

  test('open routes ask for no session, others take cookie or token', () => {
    const security = Object.fromEntries(
      operations().map(({ operation }) => [textAt(operation, 'operationId'), at(operation, 'security')]),
    )
    for (const [name, one] of Object.entries(ROUTES))
      expect(security[name]).toEqual(one.open === true ? [] : [{ session: [] }, { token: [] }])
    const health = operations().find((one) => at(one.operation, 'operationId') === 'health')?.operation
    expect(at(health, 'responses', '401')).toBeUndefined()
  })

  test('a sender may leave out what has a default, a reader always gets it', () => {
    const Query = z.strictObject({ limit: z.coerce.number().int().default(50), name: z.string() })
    const routes = {
      one: route({ method: 'GET', path: '/x', summary: 'x', open: true, query: Query, reply: Query }),
    }
    const [operation] = operations(openApiDocument(routes, '1')).map((one) => one.operation)
    const parameters = at(operation, 'parameters')
    expect(parameters).toMatchObject([
      { name: 'limit', required: false, schema: { type: 'integer', default: 50 } },
      { name: 'name', required: true, schema: { type: 'string' } },
    ])
    const reply = at(operation, 'responses', '200', 'content', 'application/json', 'schema', 'required')
    expect(reply).toEqual(['limit', 'name'])
  })
})

const MediaTypes = z.record(z.string(), z.strictObject({ schema: z.record(z.string(), z.unknown()) }))
const Operation = z.looseObject({
  operationId: z.string().regex(/^[a-z]\w*$/i),
  summary: z.string().min(1),
  tags: z.array(z.string()).length(1),
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      in: z.enum(['path', 'query']),
      required: z.boolean(),
      schema: z.looseObject({}),
    }),
  ),
  requestBody: z.strictObject({ required: z.boolean(), content: MediaTypes }).optional(),
  responses: z.record(
    z.string().regex(/^[1-5]\d\d$/),
    z.strictObject({ description: z.string().min(1), content: MediaTypes.optional() }),
  ),
  security: z.array(z.record(z.enum(['session', 'token']).or(z.string()), z.array(z.string()))),
})
/** The parts of the OpenAPI 3.1 specification that this document uses. */
const OpenApi = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  jsonSchemaDialect: z.url(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), Operation),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), z.looseObject({})),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.enum(['apiKey', 'http']) })),
  }),
})
