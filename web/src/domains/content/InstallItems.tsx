import { ContentKind } from '@caseloom/contract/content/content-kinds'
import { type InstallItem, type InstallView, type ItemDecision } from '@caseloom/contract/content/packages'
import { Anchor, SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../data/scope.tsx'
import { ClockTime } from '../../ui/Times.tsx'
import classes from './Content.module.css'
import { ItemDifferences } from './ItemDifferences.tsx'
import { linkOf } from './item-link.ts'

interface InstallItemsProps {
  install: InstallView
  decisions: Readonly<Record<string, ItemDecision>>
  onDecide: (name: string, decision: ItemDecision) => void
}

const nameOf = ({ kind, key }: InstallItem) => `${kind}/${key}`

/** The items of an import by kind, each with what becomes of it. */
export function InstallItems({ install, decisions, onDecide }: InstallItemsProps) {
  const { t } = useTranslation('content')
  const [open, setOpen] = useState<string | null>(null)
  return (
    <section className={classes.main} aria-label={t('plan.items')}>
      {ContentKind.options.map((kind) => {
        const items = install.items.filter((item) => item.kind === kind)
        return (
          items.length > 0 && (
            <div key={kind}>
              <h2 className={classes.group}>{t(`groups.${kind}`)}</h2>
              <ul className={classes.list}>
                {items.map((item) => (
                  <Item
                    key={item.key}
                    install={install}
                    item={item}
                    decision={decisions[nameOf(item)]}
                    onDecide={(decision) => onDecide(nameOf(item), decision)}
                    isOpen={open === nameOf(item)}
                    onOpen={() => setOpen(open === nameOf(item) ? null : nameOf(item))}
                  />
                ))}
              </ul>
            </div>
          )
        )
      })}
    </section>
  )
}

interface ItemProps {
  install: InstallView
  item: InstallItem
  decision: ItemDecision | undefined
  onDecide: (decision: ItemDecision) => void
  isOpen: boolean
  onOpen: () => void
}

function Item({ install, item, decision, onDecide, isOpen, onOpen }: ItemProps) {
  const { t } = useTranslation('content')
  const isPlan = install.state === 'planned'
  const { title, change, reason, notes } = item
  const canShow = isPlan && (change === 'change' || change === 'conflict')
  return (
    <li className={classes.row} data-selected={(isOpen && canShow) || undefined}>
      <span className={classes.grow}>
        {canShow ? (
          <button
            type="button"
            className={classes.plain}
            aria-expanded={isOpen}
            aria-label={t('plan.show', { title })}
            onClick={onOpen}
          >
            {title}
          </button>
        ) : (
          title
        )}
      </span>
      {canShow && (
        <SegmentedControl
          aria-label={t('plan.decide', { title })}
          data={[
            { value: 'take', label: t('plan.take') },
            { value: 'keep', label: t('plan.keep') },
          ]}
          // Of a conflict, nothing is chosen beforehand.
          value={decision ?? (change === 'change' ? 'take' : '')}
          onChange={(value) => onDecide(value === 'keep' ? 'keep' : 'take')}
        />
      )}
      <Outcome item={item} isPlan={isPlan} />
      {isPlan && change === 'conflict' && <p className={classes.note}>{t('plan.conflictText')}</p>}
      {isPlan && reason !== null && <p className={classes.note}>{t(`plan.reason.${reason}`)}</p>}
      {notes.map(
        ({ code, detail }) =>
          // Said by the outcome.
          code !== 'already_there' && (
            <p key={code} className={classes.note}>
              {t(`plan.note.${code}`, { detail })}
            </p>
          ),
      )}
      {isOpen && canShow && <ItemDifferences installId={install.id} item={item} />}
    </li>
  )
}

function Outcome({ item, isPlan }: { item: InstallItem; isPlan: boolean }) {
  const { t } = useTranslation('content')
  const scope = useTenantScope()
  const { change, state, at, notes } = item
  const isThere = notes.some(({ code }) => code === 'already_there')
  if (isPlan) {
    const tone =
      change === 'conflict' ? classes.warning : change === 'blocked' ? classes.error : classes.quiet
    return <span className={tone}>{t(`plan.change.${change}`)}</span>
  }
  const link = linkOf(scope, item)
  return (
    <>
      {link !== null && (
        <Anchor inherit component={Link} to={link.to} search={link.search as never}>
          {t('plan.open')}
        </Anchor>
      )}
      <span
        className={state === 'failed' ? classes.error : state === 'stays' ? classes.warning : classes.quiet}
      >
        {isThere ? t('plan.note.already_there') : t(`plan.state.${state}`)}
      </span>
      {at !== null && <ClockTime at={at} />}
    </>
  )
}
