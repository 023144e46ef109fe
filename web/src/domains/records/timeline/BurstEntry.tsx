import type { AppView } from '@caseloom/contract/apps/apps'
import { IconChevronRight, IconRoute } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../ui/time.ts'
import records from '../model/Records.module.css'
import { type Burst, burstFields } from './thread.ts'
import { ActorGlyph, ThreadEntry } from './ThreadEntry.tsx'
import classes from './Timeline.module.css'

const NAMED_FIELDS = 3

interface BurstEntryProps {
  burst: Burst
  app: AppView
  me: string
  /** Whether its entries follow below. */
  isOpen: boolean
  onToggle: () => void
}

/** Several entries in one line, which opens in place. */
export function BurstEntry({ burst, app, me, isOpen, onToggle }: BurstEntryProps) {
  const { t } = useTranslation('timeline')
  const [first] = burst.items
  if (first.kind === 'attack' || first.kind === 'approval') return null
  const count = burst.items.length
  const number = formatCount(count)
  const name = first.kind === 'run' ? first.run.playbook.title : first.entry.actor.name
  const fields = burstFields(burst, app.fields)
  const links = first.kind === 'change' && first.entry.link !== undefined ? first.entry.action : null
  const isFolding = first.kind === 'change' && first.entry.action === 'folded'
  const more = fields.length - NAMED_FIELDS
  return (
    <ThreadEntry
      at={first.at}
      glyph={
        first.kind === 'run' ? (
          <IconRoute size={18} stroke={1.6} aria-hidden />
        ) : (
          <ActorGlyph actor={first.entry.actor} me={me} />
        )
      }
      head={
        <>
          <span className={records.who}>{name}</span>{' '}
          {links === null
            ? t(isFolding ? 'burst.folded' : first.kind === 'run' ? 'burst.runs' : 'burst.changes', {
                number,
              })
            : t(`story.links.${links === 'linked' ? 'added' : 'removed'}`, { count, number })}{' '}
          <button type="button" className={classes.pill} aria-expanded={isOpen} onClick={onToggle}>
            <IconChevronRight size={12} stroke={1.8} aria-hidden />
            {fields.length === 0 ? t('burst.show') : fields.slice(0, NAMED_FIELDS).join(', ')}
            {more > 0 && `, ${t('burst.more', { number: formatCount(more) })}`}
          </button>
        </>
      }
    />
  )
}
