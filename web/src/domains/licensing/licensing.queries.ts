import { removeLicense } from '@caseloom/contract/tenancy/licensing-admin'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../data/call.ts'
import { licenseQuery } from '../../data/license.ts'

/** Returns the license state after removal. */
export async function takeLicenseAway(client: QueryClient): Promise<void> {
  client.setQueryData(licenseQuery.queryKey, await call(removeLicense, {}))
}
