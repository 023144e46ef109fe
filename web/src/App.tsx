import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { ProductRouter } from './routes.tsx'
import { SmallWindowNotice } from './shell/SmallWindowNotice.tsx'
import { openHelp, useShellKey } from './shell/useShellKeys.ts'
import { Toasts } from './ui/toast.tsx'
import { cssVariablesResolver, theme } from './ui/theme/theme.ts'

// The same key as in public/color-scheme.js, which reads it before the first paint.
const colorScheme = localStorageColorSchemeManager({ key: 'caseloom.colour-scheme' })

/** The whole web app around its router. */
export function App({ client, router }: { client: QueryClient; router: ProductRouter }) {
  useShellKey('help', openHelp)
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colorScheme}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={client}>
          <Toasts />
          <RouterProvider router={router} />
          <SmallWindowNotice history={router.history} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
