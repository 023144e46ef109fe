import type { SessionView } from '@caseloom/contract/identity/identity'
import { IconSelector } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../data/scope.tsx'
import { BrandMark } from '../ui/BrandMark.tsx'
import { useBrand } from '../ui/brand.ts'
import classes from './TenantSwitch.module.css'

const WorkspaceName = lazy(() =>
  import('./WorkspaceName.tsx').then((module) => ({ default: module.WorkspaceName })),
)

interface TenantButtonProps extends ComponentProps<'button'> {
  session: SessionView
  rail: boolean
}

export function TenantButton({ session, rail, className = '', ...rest }: TenantButtonProps) {
  const { t } = useTranslation('shell')
  return (
    <button
      type="button"
      className={`${classes.head} ${className}`}
      data-rail={rail || undefined}
      title={t('nav.switchTenant')}
      {...rest}
    >
      <CurrentTenant session={session} />
      <IconSelector size={14} stroke={1.7} aria-hidden className={classes.arrows} />
    </button>
  )
}

/** The open workspace and its tenant, or the tenant and its account. */
export function CurrentTenant({ session }: { session: SessionView }) {
  const scope = useTenantScope()
  const account = session.accounts.find((each) => each.id === scope.accountId)
  const brand = useBrand()
  const { workspaceId } = useParams({ strict: false })
  return (
    <>
      <BrandMark size={22} />
      <span className={classes.words}>
        <span className={classes.tenant}>
          {workspaceId === undefined ? (
            scope.tenantName
          ) : (
            <Suspense fallback={scope.tenantName}>
              <WorkspaceName />
            </Suspense>
          )}
        </span>
        <span className={classes.account}>
          {workspaceId === undefined ? (brand.name ?? account?.name) : scope.tenantName}
        </span>
      </span>
    </>
  )
}
