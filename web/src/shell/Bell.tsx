import { ActionIcon, Button, Indicator, Popover } from '@mantine/core'
import type { NotificationView } from '@caseloom/contract/identity/notifications'
import { IconBell } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../data/describe-error.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { StateCard } from '../ui/StateCard.tsx'
import { addTexts } from '../ui/text/i18n.ts'
import { TimeAgo } from '../ui/Times.tsx'
import classes from './Bell.module.css'
import { markRead, notificationsQuery } from './notifications.queries.ts'
import { paletteEn } from './palette.en.ts'

addTexts('palette', paletteEn)

/** Opening a notification marks it read; opening the list marks nothing. */
export function Bell() {
  const { t } = useTranslation('palette')
  const [isOpen, setIsOpen] = useState(false)
  const query = useInfiniteQuery(notificationsQuery)
  const unread = query.data?.pages[0]?.unread ?? 0
  const name = t('notifications.title')
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={360}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Indicator disabled={unread === 0} size={7} offset={6} color="var(--cl-accent)">
        {/* The button itself: the popover's attributes mean nothing on the dot around it. */}
        <Popover.Target>
          <ActionIcon
            aria-label={unread === 0 ? name : `${name}, ${t('notifications.unread', { count: unread })}`}
            aria-expanded={isOpen}
            onClick={() => setIsOpen((was) => !was)}
          >
            <IconBell size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} role="dialog" aria-label={name}>
        <List onLeave={() => setIsOpen(false)} unread={unread} />
      </Popover.Dropdown>
    </Popover>
  )
}

function List({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const { t } = useTranslation('palette')
  const client = useQueryClient()
  // Comments that it quotes may have been edited or deleted since.
  const query = useInfiniteQuery({ ...notificationsQuery, refetchOnMount: 'always' })
  const read = useMutation({ mutationFn: (ids?: string[]) => markRead(client, ids) })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <BellHead unread={unread} read={read} />
      {query.isError && items.length === 0 && (
        <div className={classes.state}>
          <StateCard level={2} error={describeError(query.error)} onRetry={() => void query.refetch()} />
        </div>
      )}
      {query.isSuccess && items.length === 0 && (
        <div className={classes.state}>
          <EmptyState title={t('notifications.none')} text={t('notifications.noneText')} />
        </div>
      )}
      <ul className={classes.list} tabIndex={items.length > 0 ? 0 : -1} aria-label={t('notifications.title')}>
        {items.map((item) => (
          <Item
            key={item.id}
            item={item}
            onFollow={() => {
              if (!item.read) read.mutate([item.id])
              onLeave()
            }}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="subtle"
          fullWidth
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('notifications.more')}
        </Button>
      )}
    </>
  )
}

function Item({ item, onFollow }: { item: NotificationView; onFollow: () => void }) {
  const { t } = useTranslation('palette')
  const words = (
    <>
      <span className={classes.line}>
        <span className={classes.itemTitle}>{item.title}</span>
        <span className={classes.age}>
          <TimeAgo at={item.at} />
        </span>
      </span>
      {item.text !== null && <span className={classes.text}>{item.text}</span>}
      {item.commentDeleted && <em className={classes.text}>{t('notifications.deletedComment')}</em>}
    </>
  )
  return (
    <li className={classes.item} data-unread={!item.read || undefined}>
      {item.link === null ? (
        <button type="button" className={classes.link} onClick={onFollow}>
          {words}
        </button>
      ) : (
        <Link {...targetOf(item.link)} className={classes.link} onClick={onFollow}>
          {words}
        </Link>
      )}
    </li>
  )
}

function targetOf(link: string): { to: string; search: Record<string, string>; hash: string } {
  const { pathname, searchParams, hash } = new URL(link, location.origin)
  return { to: pathname, search: Object.fromEntries(searchParams), hash: hash.slice(1) }
}

interface BellHeadProps {
  unread: number
  read: { isPending: boolean; mutate: (ids: undefined) => void }
}

function BellHead({ unread, read }: BellHeadProps) {
  const { t } = useTranslation('palette')
  return (
    <header className={classes.head}>
      <h2 className={classes.title}>{t('notifications.title')}</h2>
      {unread > 0 && (
        <Button variant="subtle" loading={read.isPending} onClick={() => read.mutate(undefined)}>
          {t('notifications.readAll')}
        </Button>
      )}
    </header>
  )
}
