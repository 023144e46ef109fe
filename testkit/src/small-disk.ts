import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
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

function mount(folder: string, size: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], { stdio: 'ignore' })
}
