import { FileInput } from '@caseloom/playbook/actions-files'
import { z } from 'zod'
import { MAX_UNPACKED, unzip, ZipFault } from '../../../../platform/files/unzip.ts'
import type { EffectAction } from '../../effects/effects.ts'
import { allBytes, type FileDeps, FileFault, keep, onFile } from './step-file.ts'

/** Codes of a step that fails by an archive. */
const CODES: Readonly<Record<ZipFault['reason'], string>> = {
  encrypted: 'file.encrypted',
  damaged: 'file.unreadable',
  unsafe: 'file.unsafe',
  too_large: 'step.too_large',
}

/** `file.unzip`: the files of an archive as files of the run. */
export function unzipEffect(deps: FileDeps): EffectAction {
  return onFile(deps, z.object({ file: FileInput }), async (file, _input, context) => {
    const archive = await allBytes(file, MAX_UNPACKED, context.signal)
    const made = await unzip(archive, context.signal).catch((error: unknown) => {
      throw error instanceof ZipFault ? new FileFault(CODES[error.reason], error.message) : error
    })
    const files = await keep(deps, context, made, [file])
    return { ok: true, output: { files: files.map((one, at) => ({ ...one, path: made[at]?.name ?? '' })) } }
  })
}
