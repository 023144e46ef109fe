import type { SessionView } from '@caseloom/contract/identity/identity'
import {
  IconApi,
  IconArrowLeft,
  IconBell,
  IconDevices,
  IconLogout,
  IconShieldLock,
  IconUser,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { landingOf } from '../../data/landing.ts'
import { meQuery } from '../../data/me.ts'
import { safeReturnTo } from '../../data/return-to.ts'
import { sessionQuery } from '../../data/session.ts'
import { Avatar } from '../../ui/glyphs/Avatar.tsx'
import { Content, PageBar, PageFrame } from '../../ui/frame/Frame.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { PageFailure } from '../../ui/frame/PageFailure.tsx'
import { addTexts } from '../../ui/text/i18n.ts'
import { guessZone, isZone, setTimeLocale } from '../../ui/time.ts'
import { ZoneContext } from '../../ui/Times.tsx'
import { identityEn } from './identity.en.ts'
import { NotificationsSection } from './user/NotificationsSection.tsx'
import { ProfileSection } from './user/ProfileSection.tsx'
import { WithinReach } from './user/ReachNotice.tsx'
import { ProofProvider } from './user/ProofDialog.tsx'
import { SecuritySection } from './user/SecuritySection.tsx'
import { SessionsSection } from './user/SessionsSection.tsx'
import { TokensSection } from './user/TokensSection.tsx'
import { userEn } from './user/user.en.ts'
import type { SectionProps } from './user/section.ts'
import classes from './UserPage.module.css'

addTexts('identity', identityEn)
addTexts('user', userEn)
const route = getRouteApi('/account/$accountId/user/$userId')

const SECTIONS: readonly { key: string; icon: typeof IconUser; Section: FunctionComponent<SectionProps> }[] =
  [
    { key: 'profile', icon: IconUser, Section: ProfileSection },
    { key: 'security', icon: IconShieldLock, Section: SecuritySection },
    { key: 'tokens', icon: IconApi, Section: TokensSection },
    { key: 'sessions', icon: IconDevices, Section: SessionsSection },
    { key: 'notifications', icon: IconBell, Section: NotificationsSection },
  ]

export function UserPage() {
  const { t } = useTranslation('user')
  const atEntry = route.useRouteContext().session
  const session = useQuery(sessionQuery).data ?? atEntry
  const { accountId } = route.useParams()
  const { section } = route.useSearch()
  const me = useQuery(meQuery)
  const shown = SECTIONS.find((each) => each.key === section) ?? SECTIONS[0]
  const key = shown?.key ?? 'profile'
  usePageTitle(t(`nav.${key}`), t('title'))
  setTimeLocale(session.user.locale)
  const zone = isZone(session.user.timeZone) ? session.user.timeZone : guessZone()
  if (me.isError && me.data === undefined) {
    return (
      <main className={classes.alone}>
        <PageFailure title={t('failed')} error={describeError(me.error)} onRetry={() => void me.refetch()} />
      </main>
    )
  }
  const Section = shown?.Section ?? ProfileSection
  const account = session.accounts.find((each) => each.id === accountId)
  return (
    <ZoneContext value={zone}>
      <a className={classes.skip} href="#page">
        {t('skip')}
      </a>
      <div className={classes.page}>
        <SideBar session={session} current={key} />
        <main id="page" tabIndex={-1} className={classes.main}>
          <PageFrame>
            <PageBar title={t(`nav.${key}`)} />
            <Content padding="page">
              <div className={classes.column} data-wide={key === 'notifications' || undefined}>
                {me.data === undefined ? (
                  <Waiting />
                ) : (
                  <ProofProvider me={me.data}>
                    <WithinReach me={me.data} section={key} accountName={account?.name ?? ''}>
                      <Section key={key} me={me.data} session={session} accountId={accountId} />
                    </WithinReach>
                  </ProofProvider>
                )}
              </div>
            </Content>
          </PageFrame>
        </main>
      </div>
    </ZoneContext>
  )
}

function SideBar({ session, current }: { session: SessionView; current: string }) {
  const { t } = useTranslation('user')
  const params = route.useParams()
  const { state } = useLocation()
  const from = safeReturnTo(state.from, location.origin)
  const landing = landingOf(session)
  const account = session.accounts.find((each) => each.id === params.accountId)
  return (
    <div className={classes.side}>
      <Link to={from ?? (landing === '/unauthorized' ? '/select-account' : landing)} className={classes.back}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden />
        <span className={classes.backWords}>
          <span className={classes.backTitle}>{t('back')}</span>
          <span className={classes.backAccount}>{account?.name}</span>
        </span>
      </Link>
      <SectionLinks params={params} state={state} current={current} />
      <div className={classes.who}>
        <Avatar name={session.user.name} size={24} own />
        <span className={classes.whoWords}>
          <span className={classes.whoName}>{session.user.name}</span>
          <span className={classes.whoEmail} title={session.user.email}>
            {session.user.email}
          </span>
        </span>
        <Link to="/logout" className={classes.out} aria-label={t('logOut')} title={t('logOut')}>
          <IconLogout size={16} stroke={1.6} aria-hidden />
        </Link>
      </div>
    </div>
  )
}

function Waiting() {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.waiting} role="status" aria-label={t('loading')}>
      <span />
      <span />
      <span />
    </div>
  )
}

interface SectionLinksProps {
  params: { accountId: string; userId: string }
  state: ReturnType<typeof useLocation>['state']
  current: string
}

function SectionLinks({ params, state, current }: SectionLinksProps) {
  const { t } = useTranslation('user')
  return (
    <nav aria-label={t('navLabel')} className={classes.nav}>
      <ul>
        {SECTIONS.map(({ key, icon: Icon }) => (
          <li key={key}>
            <Link
              to="/account/$accountId/user/$userId"
              params={params}
              search={key === 'profile' ? {} : { section: key }}
              state={state.from === undefined ? {} : { from: state.from }}
              className={classes.item}
              data-current={key === current || undefined}
              aria-current={key === current ? 'page' : undefined}
            >
              <Icon size={16} stroke={1.6} aria-hidden />
              {t(`nav.${key}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
