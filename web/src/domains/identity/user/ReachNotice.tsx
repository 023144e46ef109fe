import type { Me } from '@caseloom/contract/identity/sign-in'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './User.module.css'

const route = getRouteApi('/account/$accountId/user/$userId')

interface Props {
  me: Me
  section: string
  accountName: string
  children: ReactNode
}

const PERSONAL = new Set(['profile', 'security', 'notifications'])

export function WithinReach({ me, section, accountName, children }: Props) {
  if (me.changeNeeds === 'mfa' && section !== 'security' && section !== 'tokens') return <FactorFirst />
  if (me.changeNeeds === null || me.changeNeeds === 'mfa') return children
  return (
    <>
      <Bound accountName={accountName} section={section} />
      {PERSONAL.has(section) ? (
        <fieldset disabled className={classes.readOnly}>
          {children}
        </fieldset>
      ) : (
        children
      )}
    </>
  )
}

function FactorFirst() {
  const { t } = useTranslation('user')
  const params = route.useParams()
  return (
    <div className={classes.demand} role="status">
      <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
      <div>
        <p className={classes.demandTitle}>{t('reach.factorTitle')}</p>
        <p>{t('reach.factorText')}</p>
        <Button
          mt={8}
          renderRoot={(own) => (
            <Link
              {...own}
              to="/account/$accountId/user/$userId"
              params={params}
              search={{ section: 'security' }}
            />
          )}
        >
          {t('reach.setUp')}
        </Button>
      </div>
    </div>
  )
}

function Bound({ accountName, section }: Pick<Props, 'accountName' | 'section'>) {
  const { t } = useTranslation('user')
  const text = section === 'sessions' ? 'reach.boundSessions' : 'reach.boundText'
  return (
    <div className={classes.demand} role="status">
      <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
      <div>
        <p className={classes.demandTitle}>{t('reach.boundTitle', { account: accountName })}</p>
        <p>{t(text)}</p>
      </div>
    </div>
  )
}
