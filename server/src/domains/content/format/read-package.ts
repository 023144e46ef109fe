import { AppFile, AppletFile } from '@caseloom/contract/apps/app-file'
import { TableFile } from '@caseloom/contract/automation/table-file'
import { MAX_PACKAGE_BYTES } from '@caseloom/contract/content/packages'
import { DashboardFile } from '@caseloom/contract/workspaces/dashboard-file'
import { HomePageFile } from '@caseloom/contract/workspaces/home-page-file'
import { ReportFile } from '@caseloom/contract/workspaces/report-file'
import { WorkspaceFile } from '@caseloom/contract/workspaces/workspace-file'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { parseText } from '@caseloom/playbook/yaml'
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { fail } from '../../../platform/errors.ts'
import { sha256Of } from '../../../platform/files/file-store.ts'
import { unzip, ZipFault } from '../../../platform/files/unzip.ts'
import { portableAppFaults, portableAppletFaults, portableDashboardFaults } from './check-portable.rules.ts'
import {
  fileOf,
  Manifest,
  MANIFEST,
  type ManifestEntry,
  type PackageContent,
  type PackageItem,
} from './package-file.ts'

const MAX_ISSUES = 100

/**
 * Reads an archive: its files against its manifest, and each document against the schema of its kind.
 * @throws content.unreadable with every fault, each with file and line
 */
export async function readPackage(archive: Buffer): Promise<PackageContent> {
  const files = await filesOf(archive)
  const yaml = readYaml(files, MANIFEST)
  if ('issues' in yaml) throw unreadable(yaml.issues)
  const read = parsed(MANIFEST, yaml.value, Manifest)
  if ('issues' in read) throw unreadable(read.issues)
  const manifest = read.value
  const issues = strayFiles(files, manifest)
  const items: PackageItem[] = []
  for (const entry of manifest.contents) {
    // Others are served between two files.
    await setImmediate()
    const item = readItem(files, entry)
    if ('issues' in item) issues.push(...item.issues)
    else items.push(item.value)
  }
  if (issues.length > 0) throw unreadable(issues)
  const { format: _format, contents: _contents, ...about } = manifest
  return { ...about, items }
}

function unreadable(issues: readonly Issue[]) {
  return fail('content.unreadable', { issues: issues.slice(0, MAX_ISSUES) })
}

function issueIn(file: string, code: string, message: string, line = 1): Issue {
  return { path: [file, line], code, message }
}

async function filesOf(archive: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await unzip(archive).catch((error: unknown) => {
    if (!(error instanceof ZipFault)) throw error
    throw unreadable([issueIn('', error.reason, error.message)])
  })
  const size = entries.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (size > MAX_PACKAGE_BYTES)
    throw unreadable([issueIn('', 'too_large', 'Unpacked, the package exceeds 10 MB')])
  const files = new Map(entries.map(({ name, bytes }) => [name, bytes]))
  // Which of two files with one name counts would depend on the program that unpacks them.
  if (files.size < entries.length)
    throw unreadable([issueIn('', 'duplicate', 'The archive has two files with the same name')])
  return files
}

/** Every file is in the manifest, once, at the place of its kind and key. */
function strayFiles(files: ReadonlyMap<string, Buffer>, { contents }: Manifest): Issue[] {
  const listed = new Set([MANIFEST])
  const issues = contents.flatMap((entry) => {
    if (entry.file !== fileOf(entry))
      return [issueIn(MANIFEST, 'bad_value', `${entry.file} must be ${fileOf(entry)}`)]
    if (listed.has(entry.file)) return [issueIn(MANIFEST, 'duplicate', `${entry.file} is listed twice`)]
    listed.add(entry.file)
    return []
  })
  for (const file of files.keys())
    if (!listed.has(file)) issues.push(issueIn(file, 'unknown', 'The manifest doesn’t list this file'))
  return issues
}

type Read<Value> = { value: Value } | { issues: Issue[] }

/** A file as YAML, with the line of each of its values. */
interface Yaml {
  value: JsonValue
  lineOf(path: Issue['path']): number
}

function readYaml(files: ReadonlyMap<string, Buffer>, file: string): Read<Yaml> {
  const bytes = files.get(file)
  if (bytes === undefined) return { issues: [issueIn(file, 'missing', 'The file is missing')] }
  const text = parseText(bytes.toString('utf8'))
  if (!text.ok)
    return { issues: text.issues.map(({ line, message }) => issueIn(file, 'syntax', message, line)) }
  const { value, locate } = text
  const odd = oddText(value, 0)
  if (odd !== null) return { issues: [issueIn(file, 'bad_value', odd)] }
  return { value: { value, lineOf: (path) => locate(path).line } }
}

/** What the schema says of a file, at its lines. */
function parsed<Value>(file: string, { value, lineOf }: Yaml, schema: z.ZodType<Value>): Read<Value> {
  const read = schema.safeParse(value)
  if (read.success) return { value: read.data }
  const issues = read.error.issues.map(({ path, message, code }) => {
    const words = path.filter((part) => typeof part !== 'symbol')
    const where = words.length === 0 ? '' : `${words.join('.')}: `
    return issueIn(file, code, `${where}${message}`, lineOf(words))
  })
  return { issues }
}

const MAX_DEPTH = 80

/** What no definition may hold: it could neither be stored nor shown. */
function oddText(value: JsonValue, depth: number): string | null {
  if (depth > MAX_DEPTH) return 'The file is nested too deeply'
  if (typeof value === 'number')
    return Number.isFinite(value) ? null : 'The file has a number without a value'
  if (typeof value === 'string')
    return value.includes('\u0000') || !value.isWellFormed()
      ? 'The file has characters that aren’t text'
      : null
  if (value === null || typeof value !== 'object') return null
  for (const [name, part] of Object.entries(value)) {
    const odd = oddText(name, depth) ?? oddText(part, depth + 1)
    if (odd !== null) return odd
  }
  return null
}

function readItem(files: ReadonlyMap<string, Buffer>, entry: ManifestEntry): Read<PackageItem> {
  const { kind, key, title, file, sha256, limits = {} } = entry
  const bytes = files.get(file)
  if (bytes !== undefined && sha256Of(bytes) !== sha256) {
    const message = 'The file was changed after the package was made: its hash differs'
    return { issues: [issueIn(file, 'wrong_hash', message)] }
  }
  const yaml = readYaml(files, file)
  if ('issues' in yaml) return yaml
  const read = parsed(file, yaml.value, JsonObject)
  if ('issues' in read) return read
  const issues = checkDocument(yaml.value, entry)
  return issues.length > 0 ? { issues } : { value: { kind, key, title, limits, document: read.value } }
}

/** A document against the schema of its kind; that of a playbook says more when it is published. */
function checkDocument(yaml: Yaml, { kind, key, file }: ManifestEntry): Issue[] {
  const named = (given: unknown): Issue[] =>
    given === key ? [] : [issueIn(file, 'bad_value', `The file is of another ${kind} than "${key}"`)]
  const checked = (faults: readonly Issue[], given: unknown): Issue[] =>
    faults.length === 0
      ? named(given)
      : faults.map(({ path, code, message }) =>
          issueIn(file, code, `${path.join('.')}: ${message}`, yaml.lineOf(path)),
        )
  switch (kind) {
    case 'app': {
      const read = parsed(file, yaml, AppFile)
      return 'issues' in read ? read.issues : checked(portableAppFaults(read.value), read.value.app['key'])
    }
    case 'applet': {
      const read = parsed(file, yaml, AppletFile.extend({ applet: JsonObject }))
      if ('issues' in read) return read.issues
      const { applet } = read.value
      return checked(portableAppletFaults(applet), applet['key'])
    }
    case 'table': {
      const read = parsed(file, yaml, TableFile)
      return 'issues' in read ? read.issues : named(read.value.table.key)
    }
    case 'dashboard': {
      const read = parsed(file, yaml, DashboardFile)
      if ('issues' in read) return read.issues
      return checked(portableDashboardFaults(read.value), read.value.dashboard['key'])
    }
    case 'report': {
      const read = parsed(file, yaml, ReportFile)
      return 'issues' in read ? read.issues : named(read.value.report.key)
    }
    case 'workspace': {
      const read = parsed(file, yaml, WorkspaceFile)
      return 'issues' in read ? read.issues : named(read.value.workspace.key)
    }
    case 'homepage': {
      const read = parsed(file, yaml, HomePageFile)
      return 'issues' in read ? read.issues : named(read.value.homepage.key)
    }
    case 'playbook': {
      const read = parsed(file, yaml, JsonObject)
      return 'issues' in read ? read.issues : named(read.value['playbook'])
    }
    default:
      return kind satisfies never
  }
}
