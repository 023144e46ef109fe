import type { SessionItem } from '@caseloom/contract/identity/sign-in'
import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { Chip } from '../../../ui/Chip.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { DateTime, TimeAgo } from '../../../ui/Times.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Block, Row } from './Block.tsx'
import { Confirm } from './Confirm.tsx'
import { endOtherSessions, endSession, sessionsQuery } from './me.queries.ts'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import { useAction } from './useAction.ts'
import classes from './User.module.css'

export function SessionsSection() {
  const { t } = useTranslation('user')
  const sessions = useQuery(sessionsQuery)
  const [endingAll, setEndingAll] = useState(false)
  const { end, endOthers } = useEndings()
  const items = sessions.data ?? []
  const hasOthers = items.some((session) => !session.current)
  return (
    <Block
      title={t('sessions.title')}
      text={t('sessions.text')}
      action={
        hasOthers ? (
          <Button loading={endOthers.isPending} onClick={() => setEndingAll(true)}>
            {t('sessions.endOthers')}
          </Button>
        ) : undefined
      }
    >
      {sessions.isPending && <RowsSkeleton />}
      {sessions.isError && sessions.data === undefined && (
        <StateCard
          title={t('sessions.failed')}
          error={describeError(sessions.error)}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {items.length > 0 && <SessionList sessions={items} end={end} />}
      {endingAll && (
        <Confirm
          title={t('sessions.endOthers')}
          text={t('sessions.endOthersText')}
          action={t('sessions.endOthers')}
          onConfirm={() => endOthers.mutate(undefined)}
          onClose={() => setEndingAll(false)}
        />
      )}
    </Block>
  )
}

function useEndings() {
  const { t } = useTranslation('user')
  const client = useQueryClient()
  const reread = () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  const end = useAction({
    act: (session: SessionItem) => endSession(session.id),
    onDone: () => {
      toast({ kind: 'success', title: t('sessions.ended') })
      void reread()
    },
  })
  const endOthers = useAction({
    act: () => endOtherSessions(),
    onDone: (ended) => {
      toast({ kind: 'success', title: t('sessions.endedOthers', { count: ended }) })
      void reread()
    },
  })
  return { end, endOthers }
}

interface SessionListProps {
  sessions: readonly SessionItem[]
  end: ReturnType<typeof useEndings>['end']
}

function SessionList({ sessions, end }: SessionListProps) {
  const { t } = useTranslation('user')
  return (
    <ul className={classes.rows} aria-label={t('sessions.title')}>
      {sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          isEnding={end.isPending && end.variables.id === session.id}
          onEnd={() => end.mutate(session)}
        />
      ))}
    </ul>
  )
}

interface SessionRowProps {
  session: SessionItem
  isEnding: boolean
  onEnd: () => void
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { t } = useTranslation('user')
  const isMobile = /iPhone|Android|iPad/.test(session.device)
  return (
    <Row
      icon={
        isMobile ? <IconDeviceMobile size={16} stroke={1.6} /> : <IconDeviceDesktop size={16} stroke={1.6} />
      }
      title={session.device}
      text={<Facts session={session} />}
    >
      {session.current ? (
        <>
          <Chip hue="green">{t('sessions.this')}</Chip>
          <Button component={Link} to="/logout">
            {t('logOut')}
          </Button>
        </>
      ) : (
        <Button
          loading={isEnding}
          aria-label={t('sessions.endOne', { device: session.device })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </Row>
  )
}

function Facts({ session }: { session: SessionItem }) {
  const { t } = useTranslation('user')
  return (
    <>
      {t('sessions.seen')} <TimeAgo at={session.lastSeenAt} /> · {session.ip} ·{' '}
      {t(`sessions.method.${session.method}`)} · {t('sessions.since')} <DateTime at={session.createdAt} />
    </>
  )
}
