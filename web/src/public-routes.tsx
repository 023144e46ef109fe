import { createRoute, lazyRouteComponent, redirect, retainSearchParams } from '@tanstack/react-router'
import { textParam, textsOf } from './data/search-params.ts'
import { rootRoute } from './root-route.tsx'
import * as guards from './shell/guards.ts'
import { PageError } from './shell/PageError.tsx'

const emptyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/login' })
  },
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'login',
  validateSearch: (search: Record<string, unknown>): { returnTo?: string; account?: string; sso?: string } =>
    textsOf(search, 'returnTo', 'account', 'sso'),
  // The page that lost its session stays usable while this one loads: a search there must not drop the way back.
  search: { middlewares: [retainSearchParams(['returnTo'])] },
  // A finished single sign-on counts even while another session is open: an account may have asked for it.
  beforeLoad: ({ context, search }) =>
    search.sso === undefined ? guards.leaveLogin(context.client, search.returnTo) : undefined,
  loaderDeps: ({ search }) => ({ account: search.account }),
  loader: async ({ context, deps }) =>
    (await import('./data/sign-in.ts')).resolveLoginOptions(context.client, deps.account),
  component: lazyRouteComponent(() => import('./domains/identity/LoginPage.tsx'), 'LoginPage'),
})

const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'logout',
  component: lazyRouteComponent(() => import('./domains/identity/LogoutPage.tsx'), 'LogoutPage'),
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'forgot-password',
  loader: ({ context }) => guards.resolveVersion(context.client),
  component: lazyRouteComponent(
    () => import('./domains/identity/ForgotPasswordPage.tsx'),
    'ForgotPasswordPage',
  ),
})

const setPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'set-password',
  validateSearch: (search: Record<string, unknown>): { token?: string } => textsOf(search, 'token'),
  loader: ({ context }) => guards.resolveVersion(context.client),
  component: lazyRouteComponent(() => import('./domains/identity/SetPasswordPage.tsx'), 'SetPasswordPage'),
})

const unlockRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'unlock',
  validateSearch: (search: Record<string, unknown>): { token?: string } => textsOf(search, 'token'),
  loader: ({ context }) => guards.resolveVersion(context.client),
  component: lazyRouteComponent(() => import('./domains/identity/UnlockPage.tsx'), 'UnlockPage'),
})

const askRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'asks/$token',
  component: lazyRouteComponent(() => import('./domains/automation/approvals/AskPage.tsx'), 'AskPage'),
})

const openFormRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'forms/$tenantId/$formKey',
  component: lazyRouteComponent(
    () => import('./domains/automation/triggers/OpenFormPage.tsx'),
    'OpenFormPage',
  ),
})

const userRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'account/$accountId/user/$userId',
  validateSearch: (search: Record<string, unknown>): { section?: string } => textsOf(search, 'section'),
  beforeLoad: async ({ context, params, location }) =>
    (await import('./shell/user-guard.ts')).enterUserPage(context.client, params, location.href),
  component: lazyRouteComponent(() => import('./domains/identity/UserPage.tsx'), 'UserPage'),
  errorComponent: PageError,
})

// One route for all sections: their code is loaded section by section, none of it here.
const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'account/$accountId/account-admin/{-$section}',
  beforeLoad: async ({ context, params, location }) =>
    (await import('./shell/admin-guard.ts')).enterAdmin(context.client, params, location.href),
  component: lazyRouteComponent(() => import('./shell/AdminShell.tsx'), 'AdminShell'),
  errorComponent: PageError,
})

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'account/$accountId',
  beforeLoad: ({ params }) => guards.accountToSelection(params.accountId),
})

const selectAccountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'select-account',
  beforeLoad: ({ context, location }) => guards.needSession(context.client, location.href),
  component: lazyRouteComponent(() => import('./domains/tenancy/SelectAccountPage.tsx'), 'SelectAccountPage'),
})

const selectTenantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'select-tenant',
  validateSearch: (search: Record<string, unknown>): { account?: string } => {
    const account = textParam(search, 'account')
    return account === undefined ? {} : { account }
  },
  beforeLoad: ({ context, location, search }) =>
    guards.enterSelection(context.client, location.href, search.account),
  component: lazyRouteComponent(() => import('./domains/tenancy/SelectTenantPage.tsx'), 'SelectTenantPage'),
})

const installRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'install',
  validateSearch: (search: Record<string, unknown>): { code?: string } => textsOf(search, 'code'),
  beforeLoad: ({ context, search }) => guards.enterInstall(context.client, search.code),
  loader: ({ context }) => guards.resolveVersion(context.client),
  component: lazyRouteComponent(() => import('./domains/installer/InstallPage.tsx'), 'InstallPage'),
})

const installStatusRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'install-status',
  beforeLoad: ({ context }) => guards.enterInstallStatus(context.client),
  loader: ({ context }) => guards.resolveVersion(context.client),
  component: lazyRouteComponent(
    () => import('./domains/installer/InstallStatusPage.tsx'),
    'InstallStatusPage',
  ),
})

const plainPages = lazyRouteComponent(() => import('./shell/PlainPages.tsx'), 'ErrorPage')
const errorRoute = createRoute({ getParentRoute: () => rootRoute, path: 'error', component: plainPages })
const tenantErrorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'tenant-error',
  component: lazyRouteComponent(() => import('./shell/PlainPages.tsx'), 'TenantErrorPage'),
})
const unauthorizedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'unauthorized',
  component: lazyRouteComponent(() => import('./shell/PlainPages.tsx'), 'UnauthorizedPage'),
})

/** The pages outside of every tenant: signing in and out, one's own page, the administration, choices, the installer, errors. */
export const publicRoutes = [
  emptyRoute,
  loginRoute,
  logoutRoute,
  forgotPasswordRoute,
  setPasswordRoute,
  askRoute,
  openFormRoute,
  userRoute,
  adminRoute,
  accountRoute,
  selectAccountRoute,
  selectTenantRoute,
  unlockRoute,
  installRoute,
  installStatusRoute,
  errorRoute,
  tenantErrorRoute,
  unauthorizedRoute,
] as const
