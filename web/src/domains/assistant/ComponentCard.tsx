import type { ComponentToExecute } from '@caseloom/contract/assistant/assistant'
import { Button, Loader } from '@mantine/core'
import { IconBan, IconCircleCheckFilled, IconCircleXFilled, IconPuzzle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import classes from './Cards.module.css'
import { RunButton } from './RunButton.tsx'
import { InputValues } from './InputValues.tsx'
import { useZone } from '../../ui/Times.tsx'
import { inputLines } from './input-lines.ts'
import type { Chat } from './useChat.ts'

interface CardProps {
  chat: Chat
  component: ComponentToExecute
}

/** A component an answer offers. It runs only after a click here. */
export function ComponentCard({ chat, component }: CardProps) {
  const isOpen = component.componentStatus === 'NotStarted'
  const zone = useZone()
  const lines = inputLines(component.inputSchema, chat.valuesOf(component), zone).slice(0, 4)
  return (
    <article
      className={classes.card}
      aria-label={component.title}
      data-reviewed={chat.reviewed?.id === component.id || undefined}
    >
      <header className={classes.cardHead}>
        <span className={classes.cardGlyph}>
          <IconPuzzle size={16} stroke={1.6} aria-hidden />
        </span>
        <h3>{component.title}</h3>
      </header>
      <p className={classes.cardText}>{component.description}</p>
      {isOpen && !chat.isChatAssistantExpanded && lines.length > 0 && <InputValues lines={lines} />}
      {isOpen ? <Offers chat={chat} component={component} /> : <Outcome component={component} />}
    </article>
  )
}

function Offers({ chat, component }: CardProps) {
  const { t } = useTranslation('hero')
  if (!chat.mayRun) return <p className={classes.hint}>{t('card.off')}</p>
  return (
    <>
      <div className={classes.cardActs}>
        <RunButton chat={chat} component={component} />
        <Button onClick={() => void chat.cancel(component)}>{t('card.cancel')}</Button>
      </div>
      <Button variant="subtle" c="var(--cl-accent-text)" fullWidth onClick={() => chat.review(component.id)}>
        {t('card.details')}
      </Button>
    </>
  )
}

function Outcome({ component }: Pick<CardProps, 'component'>) {
  const { t } = useTranslation('hero')
  const scope = useTenantScope()
  const { componentStatus: status, run } = component
  // The card doesn't show the result until the toast is gone.
  const isNew = !component.hasAnimated
  return (
    <div className={classes.outcome} data-status={status}>
      {status === 'InProgress' && (
        <>
          <Loader size={14} aria-hidden />
          <span>{component.statusMessage || t('card.started')}</span>
        </>
      )}
      {status === 'Success' && !isNew && (
        <IconCircleCheckFilled size={18} role="img" aria-label={t('card.success')} />
      )}
      {status === 'Failure' && !isNew && (
        <>
          <IconCircleXFilled size={18} role="img" aria-label={t('card.failure')} />
          <span className={classes.why}>{component.statusMessage}</span>
        </>
      )}
      {status === 'Cancelled' && (
        <>
          <IconBan size={16} stroke={1.6} aria-hidden />
          <span>{t('card.cancelled')}</span>
        </>
      )}
      {run !== null && (
        <Link to={paths.run(scope, run.id)} className={classes.runLink}>
          {t('card.link', { number: run.number })}
        </Link>
      )}
    </div>
  )
}
