import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether this process may mount a disk of its own: root outside of most containers. */
export function canMountDisk(): boolean {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false
  const probe = mkdtempSync(join(tmpdir(), 'caseloom-mount-'))
  try {
    mount(probe, '1m')
    execFileSync('umount', [probe])
    return true
  } catch {
    return false
  } finally {
    rmSync(probe, { recursive: true })
  }
}

/** A real disk in memory at `folder`, so small that it fills up. */
export type SmallDisk = { resize(size: string): void; fill(): void; empty(): void }

/** Mounts a disk of `size` (`12m`) at `folder` while `use` runs. */
export async function withSmallDisk(
  folder: string,
  size: string,
  use: (disk: SmallDisk) => Promise<void>,
): Promise<void> {
  const filler = join(folder, 'filler')
  mkdirSync(folder, { recursive: true })
  mount(folder, size)
  try {
    await use({
      resize: (wanted) => void execFileSync('mount', ['-o', `remount,size=${wanted}`, folder]),
      fill: () =>
        void execFileSync('sh', ['-c', 'cat /dev/zero > "$1" || true', 'sh', filler], { stdio: 'ignore' }),
      empty: () => rmSync(filler),
    })
  } finally {
    execFileSync('umount', [folder])
  }
}

/** A disk in memory that takes no more than it holds for as long as a test wants. */
export interface TightDisk {
  fill(): void
  empty(): void
}

/** Mounts a disk of `size` at `folder`; `unmountBelow` takes it away with everything on it. */
export function mountTightDisk(folder: string, size: string): TightDisk {
  mkdirSync(folder, { recursive: true })
  mount(folder, size)
  const resize = (wanted: string | number) =>
    execFileSync('mount', ['-o', `remount,size=${wanted}`, folder], { stdio: 'ignore' })
  return {
    fill() {
      for (let tries = 0; ; tries += 1) {
        const { blocks, bfree, bsize } = statfsSync(folder)
        try {
          return void resize((blocks - bfree) * bsize)
        } catch (error) {
          // Something was written since.
          if (tries > 50) throw error
        }
      }
    },
    empty: () => void resize(size),
  }
}

/** Unmounts what a test mounted below a folder, also when the test itself was killed. */
export function unmountBelow(folder: string): void {
  if (process.platform !== 'linux') return
  const places = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
  for (const place of places.filter((one) => one.startsWith(`${folder}/`)))
    execFileSync('umount', ['-l', place], { stdio: 'ignore' })
}

function mount(folder: string, size: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], { stdio: 'ignore' })
}
