/** The conflict view: their version and yours side by side, and the result, which can be edited. */

import { capitalise } from '../../core/capitalise.ts';
import { say } from '../../core/language/say.ts';
import type { MediaItem } from '../../core/serviceDocument.ts';
import { formatDayTime } from '../../core/time.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { TextDifference } from '../../ui/TextDifference.tsx';
import { type Conflict, describeMerge, describeOtherFields, mergeFields, type Side } from '../state/conflict.ts';
import type { FieldName } from '../state/draft.ts';
import { labelField } from '../state/draft.ts';
import { findItem, formatPositionTitle } from '../state/position.ts';
import { getAuthorName } from '../state/text.ts';
import { Button } from '../ui/Button.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';
import { useCollection, useIsRunning } from '../ui/useService.ts';
import { MediaSummary } from './MediaField.tsx';

export function ConflictView({ conflict }: { readonly conflict: Conflict }) {
  const { editing } = usePage();
  const now = usePageState((state) => state.now);
  const collection = useCollection();
  const isSaving = useIsRunning('save');
  const name = getAuthorName(conflict.theirItem).toUpperCase();
  const position = collection === null ? null : findItem(collection, conflict.theirItem.id);
  const result = mergeFields(conflict);
  const hasMessage = conflict.fields.includes('message');
  return (
    <section className="list editor is-conflict" aria-label={say('Theirs and yours')}>
      <div className="list-head">
        <h2 className="list-title">{say('{name}: TWO VERSIONS', { name })}</h2>
        <span className="list-note">
          {position === null ? '' : `${formatPositionTitle(position)}. `}
          {collection === null
            ? ''
            : `${say('Theirs: version {version}, saved {time}.', {
                version: collection.version,
                time: formatDayTime(collection.lastChange.at, now),
              })} `}
          {conflict.baseVersion === null
            ? say('Yours: not saved')
            : say('Yours: based on {version}, not saved', { version: conflict.baseVersion })}
        </span>
      </div>
      <div className="editor-body">
        {conflict.fields.map((field) => (
          <fieldset className="field-compare" key={field}>
            <legend className="form-label">{capitalise(labelField(field))}</legend>
            <SideOption conflict={conflict} field={field} side="theirs" />
            <SideOption conflict={conflict} field={field} side="yours" />
          </fieldset>
        ))}
        <div className="field-compare">
          <span className="form-label">{say('Result')}</span>
          <div className="merge-result">
            {hasMessage ? (
              <textarea
                aria-label={say('Resulting message')}
                className="text-area"
                dir="auto"
                rows={6}
                value={result.message}
                onChange={(event) => editing.editMessage(event.target.value)}
              />
            ) : null}
            <small>{describeMerge(conflict)}</small>
          </div>
        </div>
      </div>
      <footer className="editor-foot">
        <Button variant="primary" disabledReason={isSaving ? say('saving') : null} onPress={() => void editing.save()}>
          {say('Save result')} <kbd>{say('Ctrl ↵')}</kbd>
        </Button>
        <Button onPress={() => editing.chooseSideForAll('theirs')}>{say('Use all theirs')}</Button>
        <Button onPress={() => editing.chooseSideForAll('yours')}>{say('Use all yours')}</Button>
        <span>{describeOtherFields(conflict)}</span>
      </footer>
    </section>
  );
}

type SideProps = { readonly conflict: Conflict; readonly field: FieldName; readonly side: Side };

function SideOption({ conflict, field, side }: SideProps) {
  const { editing } = usePage();
  const isChosen = conflict.choices[field] === side;
  return (
    <label className={isChosen ? 'choice is-on' : 'choice'}>
      <input
        className="choice-dot"
        type="radio"
        name={`side-${field}`}
        checked={isChosen}
        onChange={() => editing.chooseSide(field, side)}
      />
      <span className="choice-label">{side === 'theirs' ? say('Theirs') : say('Yours')}</span>
      <span className="choice-body">
        <SideValue conflict={conflict} field={field} side={side} />
      </span>
    </label>
  );
}

function SideValue({ conflict, field, side }: SideProps) {
  const fields = side === 'theirs' ? conflict.theirs : conflict.yours;
  const origin = side === 'theirs' ? say('added by them') : say('added by you');
  switch (field) {
    case 'media':
      if (fields.media.length === 0) return <NoValue />;
      return fields.media.map((media) => (
        <span className="media-item" key={media.mediaUrl}>
          <MediaSummary media={media} origin={isAdded(conflict, media) ? origin : null} />
        </span>
      ));
    case 'profileImageUrl':
      return fields.profileImageUrl === null ? <NoValue /> : <Avatar url={fields.profileImageUrl} />;
    case 'message':
      return (
        <span dir="auto">
          <TextDifference before={conflict.base.message} after={fields.message} isShort={false} />
        </span>
      );
    case 'fullName':
    case 'username':
    case 'source':
    case 'publishedAt':
      return fields[field] === '' ? <NoValue /> : <bdi>{fields[field]}</bdi>;
    default:
      return field satisfies never;
  }
}

function isAdded({ base }: Conflict, { mediaUrl }: MediaItem): boolean {
  return !base.media.some((medium) => medium.mediaUrl === mediaUrl);
}

function NoValue() {
  return <span className="is-none">{say('None||value of a field')}</span>;
}
