/** Turns the pages of a list that the service sends in pages. */
import { formatNumber } from '../../core/formatNumber.ts';
import { say } from '../../core/language/say.ts';
import { Button } from '../../ui/Button.tsx';

type PageTurnerProps = {
  /** From 0. */
  readonly page: number;
  readonly totalPages: number;
  readonly onTurn: (page: number) => void;
};

/** Nothing for a list of one page. */
export function PageTurner({ page, totalPages, onTurn }: PageTurnerProps) {
  if (totalPages <= 1) return null;
  return (
    <div className="button-row">
      <Button disabledReason={page <= 0 ? say('this is the first page') : null} onPress={() => onTurn(page - 1)}>
        {say('Previous page')}
      </Button>
      <span className="page-number">
        {say('Page {page} of {count}', { page: page + 1, count: formatNumber(totalPages) })}
      </span>
      <Button
        disabledReason={page >= totalPages - 1 ? say('this is the last page') : null}
        onPress={() => onTurn(page + 1)}
      >
        {say('Next page')}
      </Button>
    </div>
  );
}
