import type { AppView } from '@caseloom/contract/apps/apps'
import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { appsQuery } from '../data/apps.ts'
import { describeError } from '../data/describe-error.ts'
import { paths } from '../data/paths.ts'
import { useTenantScope } from '../data/scope.tsx'
import { AppIcon } from '../ui/AppIcon.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Centred, Content, PageFrame } from '../ui/frame/Frame.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { StateCard } from '../ui/StateCard.tsx'
import { addTexts } from '../ui/text/i18n.ts'
import { FirstSteps } from './first-steps/FirstSteps.tsx'
import { welcomeEn } from './welcome.en.ts'
import classes from './WelcomePage.module.css'

addTexts('shell', welcomeEn)

export function WelcomePage() {
  const { t } = useTranslation('shell')
  const scope = useTenantScope()
  usePageTitle(t('welcome.title'), scope.tenantName)
  const mayApps = scope.permissions.has('app:read') && scope.permissions.has('record:read')
  const mayOrchestrate = scope.permissions.has('playbook:read') && scope.flags.ClassicContent
  const apps = useQuery({ ...appsQuery(scope.tenantId), enabled: mayApps })
  if (apps.isError) {
    return (
      <Centred>
        <StateCard level={1} error={describeError(apps.error)} onRetry={() => void apps.refetch()} />
      </Centred>
    )
  }
  const list = apps.data?.filter(({ archived }) => archived !== true) ?? []
  if (!apps.isLoading && list.length === 0 && !mayOrchestrate) {
    return <EmptyState title={t('welcome.none')} text={t('welcome.noneText')} />
  }
  return (
    <PageFrame>
      <Content padding="record" fill="canvas">
        <div className={classes.page}>
          <h1 className={classes.title}>{t('welcome.hello', { name: scope.userName.split(' ')[0] })}</h1>
          <p className={classes.text}>{t('welcome.text', { tenant: scope.tenantName })}</p>
          <FirstSteps />
          {list.length > 0 && <AppLinks list={list} scope={scope} />}
          {mayOrchestrate && (
            <Section title={t('welcome.build')}>
              <Place
                to={paths.orchestration(scope)}
                icon={<IconRoute size={18} stroke={1.6} aria-hidden />}
                title={t('nav.orchestration')}
                text={t('welcome.orchestrationText')}
              />
            </Section>
          )}
        </div>
      </Content>
    </PageFrame>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.places}>{children}</ul>
    </section>
  )
}

function Place({ to, icon, title, text }: { to: string; icon: ReactNode; title: string; text: string }) {
  return (
    <li>
      <Link to={to} className={classes.place}>
        <span className={classes.icon}>{icon}</span>
        <span className={classes.words}>
          <span className={classes.name}>{title}</span>
          <span className={classes.note}>{text}</span>
        </span>
      </Link>
    </li>
  )
}

function AppLinks({ list, scope }: { list: readonly AppView[]; scope: ReturnType<typeof useTenantScope> }) {
  const { t } = useTranslation('shell')
  return (
    <Section title={t('welcome.apps')}>
      {list.map((app) => (
        <Place
          key={app.id}
          to={paths.recordList(scope, app.id)}
          icon={<AppIcon name={app.icon} size={18} />}
          title={app.name}
          text={app.description ?? app.acronym}
        />
      ))}
    </Section>
  )
}
