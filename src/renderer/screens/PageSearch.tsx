/** The search field of a screen other than Show. */
import { SearchField } from '../../ui/SearchField.tsx';
import { KeyCap } from './KeyCap.tsx';

type PageSearchProps = {
  readonly value: string;
  readonly placeholder: string;
  readonly label: string;
  readonly onChange: (value: string) => void;
};

export function PageSearch(props: PageSearchProps) {
  return <SearchField id="find-page" {...props} end={<KeyCap action="find" />} />;
}
