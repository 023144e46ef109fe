import { fileURLToPath } from 'node:url'
import { startProduct } from '@caseloom/testkit/product'
import { canMountDisk } from '@caseloom/testkit/small-disk'
import { anOperator } from '../operator.ts'
import { startChaosStub } from './stub.ts'
import { type Ground, publishChaos } from './trial.ts'

/** More than what is reported, less than what the engine's signatures allow. */
const SKEW_MS = 20_000
/** In memory, of which only what is written is taken: more than the largest trial writes. */
const DISK = '6g'

/** A fresh product with the playbooks of the trials, and the outside service that they call. */
export async function aGround(say: (text: string) => void): Promise<Ground & { close(): Promise<void> }> {
  const stub = await startChaosStub()
  const ownDisk = canMountDisk()
  say(
    ownDisk
      ? 'full disk: a real one, mounted for this trial'
      : 'full disk: injected as errors of the database, for this process may not mount one',
  )
  const settings = {
    LOG_LEVEL: 'warn',
    CASELOOM_OUTBOUND_ALLOW: stub.hostAndPort,
    // The worker's clock is wrong throughout: due times follow the database's.
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('skewed-clock.mjs', import.meta.url))}`,
    CHAOS_SKEW_MS: String(SKEW_MS),
  }
  const product = await startProduct(settings, undefined, ownDisk ? DISK : null)
  const close = async () => {
    await product.dispose()
    await stub.close()
  }
  try {
    const operator = await anOperator(product)
    const env = {
      CASELOOM_DATA: `${product.dataDir}/data`,
      CASELOOM_MASTER_KEY_FILE: `${product.dataDir}/master.key`,
    }
    const hook = await publishChaos({ operator, stub })
    return { product, operator, stub, env, hook, say, close }
  } catch (error) {
    await close()
    throw error
  }
}
