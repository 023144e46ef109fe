import { LICENSE_TYPE, LicensePayload } from '@caseloom/contract/tenancy/license-file'
import { calculateJwkThumbprint, CompactSign, type CryptoKey, exportJWK, importPKCS8 } from 'jose'
import { parseArgs } from 'node:util'
import { type Command, CommandError, UsageError } from '../terminal/command.ts'
import { readText, writeNew } from '../terminal/text-file.ts'

/** Signs a license with a key of one's own. */
export const issueLicense: Command = {
  summary: 'Signs a license with a key of your own',
  usage: '--key FILE --to NAME --id ID [--from DATE] [--until DATE] [--limit NAME=NUMBER]… [--out FILE]',
  help: [
    '  --key FILE            the private key created by "license keygen"',
    '  --to NAME             who the license is for',
    '  --id ID               the license ID',
    '  --from DATE           when it becomes valid; default: now',
    '  --until DATE          when it expires; default: never',
    '  --limit NAME=NUMBER   a limit of the license; can be repeated',
    '  --out FILE            file to write to; default: standard output',
    '',
    'Dates have the form 2027-01-31 (midnight UTC) or 2027-01-31T18:00:00Z.',
    'Installations that list the public key in CASELOOM_LICENSE_KEYS trust the license.',
  ],
  async run(args, terminal) {
    const { values } = parseArgs({
      args,
      options: {
        key: { type: 'string' },
        to: { type: 'string' },
        id: { type: 'string' },
        from: { type: 'string' },
        until: { type: 'string' },
        limit: { type: 'string', multiple: true, default: [] },
        out: { type: 'string' },
      },
    })
    const payload = payloadOf({
      id: given(values.id, 'id'),
      to: given(values.to, 'to'),
      from: values.from,
      until: values.until,
      limits: values.limit,
    })
    const token = await sign(payload, await readText(given(values.key, 'key')))
    if (values.out === undefined) terminal.line(token)
    else {
      await writeNew(values.out, `${token}\n`, 0o644)
      terminal.line(`License ${payload.licenseId} for ${payload.issuedTo} written to ${values.out}`)
    }
    return 0
  },
}

function given(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === '') throw new UsageError(`--${name} is missing`)
  return value.trim()
}

interface Wanted {
  id: string
  to: string
  from: string | undefined
  until: string | undefined
  limits: readonly string[]
}

function payloadOf({ id, to, from, until, limits }: Wanted): LicensePayload {
  const validFrom = from === undefined ? new Date().toISOString() : instantOf('from', from)
  const validUntil = until === undefined ? null : instantOf('until', until)
  if (validUntil !== null && validUntil <= validFrom)
    throw new UsageError('--until must be later than --from')
  const named = Object.fromEntries(limits.map(limitOf))
  return LicensePayload.parse({ licenseId: id, issuedTo: to, validFrom, validUntil, limits: named })
}

function instantOf(name: string, text: string): string {
  const isDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text)
  const at = isDate ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at))
    throw new UsageError(`--${name}: "${text}" isn’t a date. Use a date such as 2027-01-31.`)
  return new Date(at).toISOString()
}

function limitOf(text: string): [string, number] {
  const [, name, value] = /^([A-Za-z][\w-]*)=(\d+(?:\.\d+)?)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new UsageError(`--limit: "${text}" isn’t a limit. Use NAME=NUMBER, such as tenants=10.`)
  return [name, Number(value)]
}

async function sign(payload: LicensePayload, pem: string): Promise<string> {
  const key: CryptoKey = await importPKCS8(pem.trim(), 'EdDSA', { extractable: true }).catch(() => {
    throw new CommandError('The key file must contain an Ed25519 private key as PEM ("BEGIN PRIVATE KEY")')
  })
  const { kty, crv, x } = await exportJWK(key)
  const kid = await calculateJwkThumbprint({ kty: kty ?? '', crv: crv ?? '', x: x ?? '' })
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA', kid: kid.slice(0, 16), typ: LICENSE_TYPE })
    .sign(key)
}
