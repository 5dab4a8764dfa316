import type { AdminHours } from '../../../../contract/schemas/operations.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { operatorWords as t } from '../../words/operator.ts'
import { price, short, whole } from './numbers.ts'

type Hour = AdminHours['hours'][number]

const getDeliveries = ({ delivered, failed }: Hour) => delivered + failed

/** A day by the hour. */
export function Hours({ hours }: AdminHours) {
  const toBars = (getValue: (hour: Hour) => number, getBad: (hour: Hour) => number = () => 0) =>
    hours.map((hour) => ({ label: hour.hour.slice(11, 16), value: getValue(hour), bad: getBad(hour) }))
  const sum = (getValue: (hour: Hour) => number) => hours.reduce((total, hour) => total + getValue(hour), 0)
  const hasPrice = hours.some(({ modelCost }) => modelCost !== null)
  const getSpend = (hour: Hour) => (hasPrice ? (hour.modelCost ?? 0) : hour.modelTokens)
  const formatSpend = hasPrice ? price : short
  return (
    <div class="sparks">
      <Sparkline
        title={t.series.scores}
        total={whole(sum(({ scores }) => scores))}
        bars={toBars(({ scores }) => scores)}
        format={whole}
      />
      <Sparkline
        title={t.series.errors}
        total={whole(sum(({ errors }) => errors))}
        bars={toBars(({ errors }) => errors)}
        format={whole}
        isBad
      />
      <Sparkline
        title={hasPrice ? t.series.spend : t.series.tokens}
        total={formatSpend(sum(getSpend))}
        bars={toBars(getSpend)}
        format={formatSpend}
      />
      <Sparkline
        title={t.series.deliveries}
        total={whole(sum(getDeliveries))}
        bars={toBars(getDeliveries, ({ failed }) => failed)}
        format={whole}
        badWord={t.failedWord}
      />
    </div>
  )
}
