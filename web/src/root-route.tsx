import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import * as guards from './shell/guards.ts'
import { PageError } from './shell/PageError.tsx'
import { RootPage } from './shell/RootPage.tsx'

/** What every guard is handed: the cache, and whether the installer was asked for already. */
export interface RouterContext {
  client: QueryClient
  installer: guards.InstallerCheck
}

/** The root of all pages; the installer comes first. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location }) => guards.checkInstaller(context, location.pathname),
  component: RootPage,
  errorComponent: PageError,
})
