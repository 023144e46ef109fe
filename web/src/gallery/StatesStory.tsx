import { Centred } from '../ui/frame/Frame.tsx'
import { StateCard } from '../ui/StateCard.tsx'
import { Story } from './Story.tsx'

const nothing = () => undefined

export function StatesStory() {
  return (
    <>
      <Story title="Error">
        <Centred>
          <StateCard
            title="Couldn’t load the list"
            error={{
              text: 'The search service didn’t respond within 5 s. Your filters are unchanged.',
              requestId: '01935b7e-4c1f-7a02',
            }}
            onRetry={nothing}
            retryAfter={8}
          />
        </Centred>
      </Story>
      <Story title="No permission">
        <Centred>
          <StateCard
            error={{
              kind: 'right',
              title: 'You don’t have permission to view this',
              text: 'If you need access, ask a tenant administrator.',
            }}
          />
        </Centred>
      </Story>
    </>
  )
}
