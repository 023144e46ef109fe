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
            title="The list could not be loaded"
            error={{
              text: 'The search service did not answer in 5 s. Your filters are kept and nothing was changed.',
              requestId: '01935b7e-4c1f-7a02',
            }}
            onRetry={nothing}
            retryAfter={8}
          />
        </Centred>
      </Story>
      <Story title="No right">
        <Centred>
          <StateCard
            error={{
              kind: 'right',
              title: 'You do not have the right to see this',
              text: 'Ask an administrator of this tenant if you need it.',
            }}
          />
        </Centred>
      </Story>
    </>
  )
}
