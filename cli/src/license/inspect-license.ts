import {
  LICENSE_TYPE,
  LicensePayload,
  licenseSpan,
  MAX_LICENSE_LENGTH,
} from '@caseloom/contract/tenancy/license-file'
import { compactVerify, decodeProtectedHeader } from 'jose'
import { parseArgs } from 'node:util'
import { type Command, CommandError, UsageError } from '../terminal/command.ts'
import { readText } from '../terminal/text-file.ts'
import { type KnownKey, knownKeys } from './license-keys.ts'

/** Shows what a license says, who signed it, and whether it counts now. */
export const inspectLicense: Command = {
  summary: 'Shows what a license contains, who signed it, and whether it is currently valid',
  usage: 'FILE [--keys FILE[,FILE…]] [--json]',
  help: [
    '  FILE         the license file to upload',
    '  --keys FILE  public keys to trust in addition to the built-in one; default: CASELOOM_LICENSE_KEYS',
    '  --json       prints JSON',
    '',
    'The exit code is 0 if the license is currently valid, otherwise 1.',
  ],
  async run(args, terminal) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { keys: { type: 'string' }, json: { type: 'boolean', default: false } },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new UsageError('Specify one license file')
    const keys = (values.keys ?? terminal.env['CASELOOM_LICENSE_KEYS'] ?? '').split(',')
    const known = await knownKeys(keys.map((key) => key.trim()).filter((key) => key !== ''))
    const found = await inspect(await readText(file), known)
    const state = stateOf(found, new Date())
    if (values.json) {
      const { payload, signedBy } = found
      terminal.line(JSON.stringify({ ...payload, signedBy, valid: state === null, reason: state }))
    } else for (const line of linesOf(found, state)) terminal.line(line)
    return state === null ? 0 : 1
  },
}

interface Inspected {
  payload: LicensePayload
  /** Null: no known key. */
  signedBy: string | null
}

async function inspect(text: string, known: readonly KnownKey[]): Promise<Inspected> {
  const token = text.trim()
  const payload = token.length > MAX_LICENSE_LENGTH ? null : readPayload(token)
  if (payload === null) throw new CommandError('This file isn’t a license')
  for (const { name, key } of known) {
    const isIts = await compactVerify(token, key, { algorithms: ['EdDSA', 'Ed25519'] }).then(
      () => true,
      () => false,
    )
    if (isIts) return { payload, signedBy: name }
  }
  return { payload, signedBy: null }
}

function readPayload(token: string): LicensePayload | null {
  try {
    if (decodeProtectedHeader(token).typ !== LICENSE_TYPE) return null
    return LicensePayload.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
  } catch {
    // Not a license: the caller says so.
    return null
  }
}

/** Why the license does not count; null when it does. */
function stateOf({ payload, signedBy }: Inspected, now: Date): string | null {
  if (signedBy === null) return 'not signed by a known key'
  const span = licenseSpan(payload, now)
  if (span === 'within') return null
  return span === 'over' ? 'it has expired' : 'it isn’t valid yet'
}

function linesOf({ payload, signedBy }: Inspected, state: string | null): string[] {
  const limits = Object.entries(payload.limits).map(([name, value]) => `${name}=${value}`)
  return [
    `License ID   ${payload.licenseId}`,
    `Issued to    ${payload.issuedTo}`,
    `Valid from   ${payload.validFrom}`,
    `Valid until  ${payload.validUntil ?? 'no end date'}`,
    `Limits       ${limits.length === 0 ? 'none' : limits.join(', ')}`,
    `Signed by    ${signedBy ?? 'no known key'}`,
    `Valid now    ${state === null ? 'yes' : `no: ${state}`}`,
  ]
}
