import type { ComponentToExecute } from '@caseloom/contract/assistant/assistant'
import { Button } from '@mantine/core'
import { IconInfoCircle, IconPuzzle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { SchemaForm } from '../../ui/schema-form/SchemaForm.tsx'
import { fieldsOf } from '../../ui/schema-form/schema-fields.ts'
import classes from './Cards.module.css'
import { RunButton } from './RunButton.tsx'
import type { Chat } from './useChat.ts'

export function ComponentDetails({ chat, component }: { chat: Chat; component: ComponentToExecute }) {
  const { t } = useTranslation('hero')
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  const isBare = fieldsOf(component.inputSchema)?.length === 0
  return (
    <section
      ref={section}
      className={classes.details}
      tabIndex={-1}
      data-autofocus
      aria-label={t('card.detailsOf', { title: component.title })}
    >
      <div className={classes.detailsBody}>
        <header className={classes.cardHead}>
          <span className={classes.cardGlyph}>
            <IconPuzzle size={16} stroke={1.6} aria-hidden />
          </span>
          <div>
            <h3>{component.title}</h3>
            <p className={classes.hint}>{t('card.version', { version: component.version })}</p>
          </div>
        </header>
        {isBare ? (
          <p className={classes.hint}>{t('card.none')}</p>
        ) : (
          <SchemaForm
            schema={component.inputSchema}
            value={chat.valuesOf(component)}
            onChange={(values) => chat.setValues(component.id, values)}
            issues={chat.issues}
          />
        )}
        <p className={classes.rights}>
          <IconInfoCircle size={16} stroke={1.6} aria-hidden />
          {t('card.rights')}
        </p>
      </div>
      <footer className={classes.detailsEnd}>
        <Button onClick={() => void chat.cancel(component)}>{t('card.cancel')}</Button>
        {chat.mayRun && <RunButton chat={chat} component={component} />}
      </footer>
    </section>
  )
}
