import { type InstallBody, install, installStatus } from '@caseloom/contract/installer'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from './call.ts'
import { keys } from './keys.ts'

const POLL_MS = 700

/** How far the installation is; asks again while it goes on. */
export const installStatusQuery = queryOptions({
  queryKey: keys.install,
  queryFn: ({ signal }) => call(installStatus, { signal }),
  staleTime: 0,
  meta: { quiet: true },
  refetchInterval: (query) => (query.state.data?.status === 'inProgress' ? POLL_MS : false),
})

/** Starts the installation; it goes on at the server. */
export function startInstall(body: z.input<typeof InstallBody>) {
  return call(install, { body })
}
