import { type InstallBody, install, installStatus } from '@caseloom/contract/identity/installer'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from './call.ts'
import { keys } from './keys.ts'

const POLL_MS = 700

/** Installation progress; polls while it runs. */
export const installStatusQuery = queryOptions({
  queryKey: keys.install,
  queryFn: ({ signal }) => call(installStatus, { signal }),
  staleTime: 0,
  meta: { quiet: true },
  refetchInterval: (query) => (query.state.data?.status === 'inProgress' ? POLL_MS : false),
})

const CODE_KEY = [...keys.install, 'code'] as const

export function rememberInstallCode(client: QueryClient, code: string): void {
  client.setQueryDefaults(CODE_KEY, { gcTime: Number.POSITIVE_INFINITY })
  client.setQueryData(CODE_KEY, code)
}

/** The one-time code from the printed URL; null when the form must ask for it. */
export function knownInstallCode(client: QueryClient): string | null {
  return client.getQueryData<string>(CODE_KEY) ?? null
}

/** The installation continues on the server. */
export function startInstall(body: z.input<typeof InstallBody>) {
  return call(install, { body })
}
