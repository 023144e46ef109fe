import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ENTRY = fileURLToPath(new URL('../../server/src/operate/main.ts', import.meta.url))

/** Runs an operator's command (backup, restore, key rotate) beside the product; answers its exit code and its words. */
export async function operate(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, [ENTRY, ...args], { env: { ...process.env, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const [code]: unknown[] = await once(child, 'close')
  return { code, said }
}
