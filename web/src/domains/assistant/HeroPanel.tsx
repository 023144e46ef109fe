import { ActionIcon, Modal } from '@mantine/core'
import { IconArrowsMaximize, IconArrowsMinimize, IconMinus, IconSparkles, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/text/i18n.ts'
import { heroEn } from './assistant.en.ts'
import { ComponentDetails } from './ComponentDetails.tsx'
import { Composer } from './Composer.tsx'
import { ConfirmClose } from './ConfirmClose.tsx'
import { Conversation } from './Conversation.tsx'
import classes from './HeroPanel.module.css'
import { useAbout, useFirstQuestions } from './useAbout.ts'
import { type Chat, useChat } from './useChat.ts'

addTexts('hero', heroEn)

export function HeroPanel() {
  const { t } = useTranslation('hero')
  const chat = useChat()
  const about = useAbout()
  useFocusBack(chat.showChatAssistant)
  return (
    <>
      {chat.showChatAssistant && !chat.isChatAssistantExpanded && (
        <aside className={classes.panel} aria-label={t('name')}>
          <Head chat={chat} about={null} />
          <Talk chat={chat} about={about} />
        </aside>
      )}
      <Modal.Root
        opened={chat.isChatAssistantExpanded}
        onClose={() => chat.show('docked')}
        closeOnEscape={!chat.isConfirming}
        closeOnClickOutside={false}
        trapFocus={!chat.isConfirming}
        returnFocus={false}
        centered
        size={1040}
      >
        <Modal.Overlay />
        <Modal.Content className={classes.dialog} aria-label={t('name')}>
          <Head chat={chat} about={about} />
          <div className={classes.halves}>
            <div className={classes.talk}>
              <Talk chat={chat} about={about} />
            </div>
            {chat.reviewed !== null && (
              <ComponentDetails key={chat.reviewed.id} chat={chat} component={chat.reviewed} />
            )}
          </div>
        </Modal.Content>
      </Modal.Root>
      <ConfirmClose chat={chat} />
    </>
  )
}

/** Returns the focus to the opener when closed by keyboard. */
function useFocusBack(isShown: boolean): void {
  const wasShown = useRef(isShown)
  useEffect(() => {
    const isLeft = wasShown.current && !isShown
    wasShown.current = isShown
    if (isLeft) focusOpener()
  }, [isShown])
  // Ended: unmounted.
  const onGone = useEffectEvent(() => {
    if (wasShown.current) focusOpener()
  })
  useEffect(() => () => onGone(), [])
}

/** Leaves the focus alone if the user moved it elsewhere. */
function focusOpener(): void {
  const active = document.activeElement
  const isLost = active === null || active === document.body || active.closest('[role="dialog"]') !== null
  if (isLost) document.getElementById('hero-ai')?.focus()
}

function Head({ chat, about }: { chat: Chat; about: string | null }) {
  const { t } = useTranslation('hero')
  const isLarge = chat.isChatAssistantExpanded
  const size = { size: 16, stroke: 1.6, 'aria-hidden': true }
  const leave = () => (chat.doNotShowConfirmationMessage() ? chat.end() : chat.setConfirming(true))
  return (
    <div className={classes.head}>
      <IconSparkles size={16} stroke={1.6} className={classes.spark} aria-hidden />
      <h2 className={classes.title}>{t('name')}</h2>
      {about !== null && <About about={about} />}
      <span className={classes.gap} />
      <ActionIcon
        aria-label={isLarge ? t('restore') : t('maximize')}
        title={isLarge ? t('restore') : t('maximize')}
        onClick={() => chat.show(isLarge ? 'docked' : 'expanded')}
      >
        {isLarge ? <IconArrowsMinimize {...size} /> : <IconArrowsMaximize {...size} />}
      </ActionIcon>
      <ActionIcon aria-label={t('minimize')} title={t('minimize')} onClick={() => chat.show('minimised')}>
        <IconMinus {...size} />
      </ActionIcon>
      <ActionIcon aria-label={t('end')} title={t('end')} onClick={leave}>
        <IconX {...size} />
      </ActionIcon>
    </div>
  )
}

function About({ about }: { about: string }) {
  const { t } = useTranslation('hero')
  return (
    <p className={classes.about}>
      {t('context')} <b>{about}</b>
    </p>
  )
}

function Talk({ chat, about }: { chat: Chat; about: string | null }) {
  const { t } = useTranslation('hero')
  const suggested = useFirstQuestions(about)
  return (
    <>
      {about !== null && !chat.isChatAssistantExpanded && (
        <div className={classes.aboutLine}>
          <About about={about} />
        </div>
      )}
      <Conversation chat={chat} suggested={suggested} />
      <Composer chat={chat} about={about} />
      <p className={classes.footer}>{t('footer')}</p>
    </>
  )
}
