import { FileInput, MAX_PART } from '@caseloom/playbook/actions-files'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { EffectAction } from '../../effects/effects.ts'
import { type FileDeps, onFile, type StepFile } from './step-file.ts'
import { textPart } from './parsing/text-part.rules.ts'

const DEFAULT_PART = 262_144

const Read = z.object({
  file: FileInput,
  as: z.enum(['text', 'base64']).default('text'),
  from: z.int().min(0).default(0),
  bytes: z.int().min(1).max(MAX_PART).default(DEFAULT_PART),
})

/** `file.read`: a part of a file as text or Base64, and where the next part begins. */
export function readEffect(deps: FileDeps): EffectAction {
  return onFile(deps, Read, async (file, { as, from, bytes }, { signal }) => {
    const part = await partOf(file, { from, bytes }, signal)
    const { content, encoding, length } =
      as === 'base64'
        ? { content: part.toString('base64'), encoding: 'base64', length: part.length }
        : textPart(part, { head: from === 0 ? part : await headOf(file, signal), from, size: file.size })
    const end = from + length
    return {
      ok: true,
      output: { content, encoding, size: file.size, next: end < file.size && length > 0 ? end : null },
    }
  })
}

/** The first bytes show the encoding of every part. */
function headOf(file: StepFile, signal: AbortSignal): Promise<Buffer> {
  return partOf(file, { from: 0, bytes: DEFAULT_PART }, signal)
}

async function partOf(
  file: StepFile,
  { from, bytes }: { from: number; bytes: number },
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let at = 0
  for await (const chunk of (await file.open()) as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    chunks.push(chunk.subarray(Math.max(0, from - at), Math.max(0, from + bytes - at)))
    at += chunk.length
    if (at >= from + bytes) break
  }
  return Buffer.concat(chunks)
}

/** `file.hash`: the hashes by which others know a file. */
export function hashEffect(deps: FileDeps): EffectAction {
  return onFile(deps, z.object({ file: FileInput }), async (file, _input, { signal }) => {
    // Lists of known malware name files by MD5 and SHA-1; nothing here trusts them.
    const hashes = { md5: createHash('md5'), sha1: createHash('sha1') }
    for await (const chunk of (await file.open()) as AsyncIterable<Buffer>) {
      signal.throwIfAborted()
      hashes.md5.update(chunk)
      hashes.sha1.update(chunk)
    }
    const { sha256, size } = file
    const [md5, sha1] = [hashes.md5.digest('hex'), hashes.sha1.digest('hex')]
    return { ok: true, output: { md5, sha1, sha256, size } }
  })
}
