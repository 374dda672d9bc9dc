/** The presenter’s page in the engine’s language. A change renders everything again. */
import { useEffect } from 'react';
import { isLanguage } from '../../core/language/languages.ts';
import { say } from '../../core/language/say.ts';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { speak, useSpokenLanguage } from '../stores/spokenLanguage.ts';
import { Presenter, type PresenterProps } from './Presenter.tsx';
import { type PresenterPage, usePresenter } from './presenterStore.ts';

export function SpokenPresenter(props: PresenterProps) {
  const language = useSpokenLanguage((spoken) => spoken.language);
  useEffect(() => {
    const follow = ({ view }: PresenterPage): void => {
      // A page that is open over an update can get a view without it.
      if (view !== null && isLanguage(view.language ?? '')) void speak(view.language);
    };
    follow(usePresenter.getState());
    return usePresenter.subscribe(follow);
  }, []);
  return (
    <ErrorBoundary title={say('This page can’t be displayed. On air is not affected.')} advice={say('Load it again.')}>
      <Presenter key={language} {...props} />
    </ErrorBoundary>
  );
}
