import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Command, UsageError } from '../terminal/command.ts'
import { writeNew } from '../terminal/text-file.ts'

/** Makes a pair of keys for signing licenses. */
export const makeLicenseKey: Command = {
  summary: 'Creates a key pair for signing licenses',
  usage: '--out FOLDER',
  help: [
    '  --out FOLDER  where to write license-private.pem (readable only by you) and license-public.pem',
    '',
    'Keep the private key secret: anyone who has it can issue licenses.',
  ],
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { out: { type: 'string' } } })
    if (values.out === undefined || values.out.trim() === '') throw new UsageError('--out is missing')
    const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
    const secret = join(values.out, 'license-private.pem')
    const open = join(values.out, 'license-public.pem')
    await writeNew(secret, `${(await exportPKCS8(pair.privateKey)).trim()}\n`, 0o600)
    await writeNew(open, `${(await exportSPKI(pair.publicKey)).trim()}\n`, 0o644)
    terminal.line(`Private key  ${secret}`)
    terminal.line(`Public key   ${open}`)
    terminal.line(`To trust its licenses, set CASELOOM_LICENSE_KEYS=${open}`)
    return 0
  },
}
