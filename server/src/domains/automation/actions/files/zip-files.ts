import { FileInput, MAX_ZIPPED } from '@caseloom/playbook/actions-files'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import { effectOf } from '../../effects/effect-of.ts'
import type { EffectAction } from '../../effects/effects.ts'
import { allBytes, type FileDeps, FileFault, keep, withFiles } from './step-file.ts'
import { MAX_UNPACKED } from '../../../../platform/files/unzip.ts'

const Zip = z.object({
  name: z.string().min(1).max(500),
  files: z.array(FileInput).min(1).max(MAX_ZIPPED),
})

/** `file.zip`: an archive of files, each under its name. */
export function zipEffect(deps: FileDeps): EffectAction {
  return effectOf(Zip, ({ name, files: wanted }, context) =>
    withFiles(deps, context, {
      wanted,
      async perform(files) {
        if (files.reduce((sum, { size }) => sum + size, 0) > MAX_UNPACKED)
          throw new FileFault('step.too_large', 'The files exceed 50 MB in total')
        const archive = new ZipFile()
        const names = new Set<string>()
        for (const file of files) {
          const bytes = await allBytes(file, MAX_UNPACKED, context.signal)
          archive.addBuffer(bytes, freeName(names, file.name))
        }
        archive.end()
        // The library's stream gives buffers; its type doesn't say so.
        const chunks = await Array.fromAsync(archive.outputStream as unknown as AsyncIterable<Buffer>)
        const [zipped = null] = await keep(deps, context, [{ name, bytes: Buffer.concat(chunks) }], files)
        return { ok: true, output: zipped }
      },
    }),
  )
}

/** `report.txt`, then `report (2).txt`: no file hides another one. */
function freeName(names: Set<string>, name: string): string {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? []
  let free = name
  for (let n = 2; names.has(free); n += 1) free = `${stem} (${n})${ending}`
  names.add(free)
  return free
}
