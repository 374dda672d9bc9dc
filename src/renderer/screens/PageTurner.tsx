/** Turns the pages of a list that the service sends in pages. */
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
      <Button disabledReason={page <= 0 ? 'this is the first page' : null} onPress={() => onTurn(page - 1)}>
        Previous page
      </Button>
      <span className="page-number">
        Page {page + 1} of {totalPages}
      </span>
      <Button disabledReason={page >= totalPages - 1 ? 'this is the last page' : null} onPress={() => onTurn(page + 1)}>
        Next page
      </Button>
    </div>
  );
}
