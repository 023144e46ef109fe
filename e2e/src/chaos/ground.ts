import { startProduct } from '@caseloom/testkit/product'
import { anOperator } from '../operator.ts'
import { startChaosStub } from './stub.ts'
import { type Ground, publishChaos } from './trial.ts'

/** A fresh product with the playbooks of the trials, and the outside service that they call. */
export async function aGround(say: (text: string) => void): Promise<Ground & { close(): Promise<void> }> {
  const stub = await startChaosStub()
  const product = await startProduct({ LOG_LEVEL: 'warn', CASELOOM_OUTBOUND_ALLOW: stub.hostAndPort })
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
