import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import type { Graph } from '../arrows/graph.ts'
import { ROOM_ORDER } from '../arrows/rooms.ts'
import { DOMAIN_ORDER } from '../arrows/zones.ts'

/** What the code says of one domain of the server. */
export interface DomainFacts {
  domain: string
  /** Domains that it imports, lowest first. */
  uses: string[]
  /** Folders directly below it, lowest first where their order is fixed. */
  rooms: string[]
  /** Tables in the schema `caseloom` that it creates. */
  tables: string[]
  /** Members of its doors by file name. */
  doors: { file: string; members: string[] }[]
  /** Exported functions of its `.events.ts` files. */
  events: string[]
}

const DOMAINS = 'server/src/domains'
const isTest = (path: string) => /\.(test|deep)\.tsx?$/.test(path)

/** Facts of every domain that has files, in the order of domains. */
export function domainFacts(root: string, graph: Graph): DomainFacts[] {
  const files = [...graph.modules.keys()].filter((path) => path.startsWith(`${DOMAINS}/`) && !isTest(path))
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  return DOMAIN_ORDER.flatMap((domain) => {
    const home = `${DOMAINS}/${domain}`
    const own = files.filter((path) => path.startsWith(`${home}/`)).sort()
    if (own.length === 0) return []
    return [
      {
        domain,
        uses: usesOf(domain, graph),
        rooms: roomsOf(home, own),
        tables: own.flatMap((path) => tablesIn(read(path))).sort(),
        doors: own
          .filter((path) => path.endsWith('.door.ts'))
          .map((path) => ({ file: posix.basename(path), members: doorMembers(path, read(path)) })),
        events: own
          .filter((path) => path.endsWith('.events.ts'))
          .flatMap((path) => exportedFunctions(path, read(path))),
      },
    ]
  })
}

function usesOf(domain: string, graph: Graph): string[] {
  const used = new Set(
    graph.edges
      .filter(({ from }) => from.startsWith(`${DOMAINS}/${domain}/`) && !isTest(from))
      .flatMap(({ file }) => (file?.startsWith(`${DOMAINS}/`) === true ? [file.split('/')[3] ?? ''] : [])),
  )
  return DOMAIN_ORDER.filter((other) => other !== domain && used.has(other))
}

function roomsOf(home: string, own: readonly string[]): string[] {
  const present = new Set(
    own.flatMap((path) => {
      const [room, ...rest] = path.slice(home.length + 1).split('/')
      return room !== undefined && rest.length > 0 ? [room] : []
    }),
  )
  const order = ROOM_ORDER[home] ?? []
  return [
    ...order.filter((room) => present.has(room)),
    ...[...present].filter((room) => !order.includes(room)).sort(),
  ]
}

/** Tables that SQL of migrations creates and doesn't drop again later in the same file. */
export function tablesIn(text: string): string[] {
  const names = (pattern: RegExp) => [...text.matchAll(pattern)].flatMap((match) => match[1] ?? [])
  const dropped = new Set(names(/drop table (?:if exists )?caseloom\.(\w+)/g))
  return names(/create table (?:if not exists )?caseloom\.(\w+)/g).filter((name) => !dropped.has(name))
}

function declarations(path: string, text: string) {
  return parseSync(path, text).program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' && statement.declaration !== null
      ? [statement.declaration]
      : [],
  )
}

/** Names of the members of the exported interfaces called `…Door`. */
export function doorMembers(path: string, text: string): string[] {
  return declarations(path, text).flatMap((declaration) =>
    declaration.type === 'TSInterfaceDeclaration' && declaration.id.name.endsWith('Door')
      ? declaration.body.body.flatMap((member) =>
          (member.type === 'TSPropertySignature' || member.type === 'TSMethodSignature') &&
          member.key.type === 'Identifier'
            ? [member.key.name]
            : [],
        )
      : [],
  )
}

function exportedFunctions(path: string, text: string): string[] {
  return declarations(path, text).flatMap((declaration) =>
    declaration.type === 'FunctionDeclaration' && declaration.id !== null ? [declaration.id.name] : [],
  )
}
