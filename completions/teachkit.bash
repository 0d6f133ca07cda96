#!/bin/bash

__teachkit_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__teachkit_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__teachkit_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__teachkit_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_teachkit() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(-q --quiet --version -h --help)
    local -a repeating_options=(-C)
    local -a non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    init|create|set|edit|save|rename|move|copy|delete|undo|restore|backup|template|context|check|import|export|add|remove|forget|share|invite|announce|guidance|remind|unshare|preview|audit|assign|extend|archive|collect|download|mark|excuse|grade|run|blame|return|tick|stats|clone|pull|watch|work|play|answer|open|close|try|done|submit|feedback|activity|leave|hub|status|deadlines|calendar|list|search|show|print|log|diff|grades|leaderboard|doctor|demo|help)
        # Offer subcommand argument completions
        "_teachkit_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'init create set edit save rename move copy delete undo restore backup template context check import export add remove forget share invite announce guidance remind unshare preview audit assign extend archive collect download mark excuse grade run blame return tick stats clone pull watch work play answer open close try done submit feedback activity leave hub status deadlines calendar list search show print log diff grades leaderboard doctor demo help' -- "${cur}"))
        ;;
    esac
}

_teachkit_init() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--name --zone --language --teacher --hub --late --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--name')
        return
        ;;
    '--zone')
        return
        ;;
    '--language')
        return
        ;;
    '--teacher')
        return
        ;;
    '--hub')
        __teachkit_add_completions -d
        return
        ;;
    '--late')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion init -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -d
        return
        ;;
    esac
}

_teachkit_create() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __teachkit_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    class|student|group|subject|context|worksheet|exercise)
        # Offer subcommand argument completions
        "_teachkit_create_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'class student group subject context worksheet exercise' -- "${cur}"))
        ;;
    esac
}

_teachkit_create_class() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(--weekdays --holidays -C)
    non_repeating_options=(--title --year --number --zone --closing --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--title')
        return
        ;;
    '--year')
        return
        ;;
    '--number')
        return
        ;;
    '--zone')
        return
        ;;
    '--closing')
        return
        ;;
    '--weekdays')
        return
        ;;
    '--holidays')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create class -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_create_student() {
    repeating_flags=()
    non_repeating_flags=(--no-progress --no-leaderboard -q --quiet --version -h --help)
    repeating_options=(--class -C)
    non_repeating_options=(--given --family --email --number --alias --login --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--given')
        return
        ;;
    '--family')
        return
        ;;
    '--email')
        return
        ;;
    '--number')
        return
        ;;
    '--alias')
        return
        ;;
    '--login')
        return
        ;;
    '--class')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create student -- --class "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create student -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_create_group() {
    repeating_flags=()
    non_repeating_flags=(--balanced --replace --dry-run -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--into --size --seed --by --format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--into')
        return
        ;;
    '--size')
        return
        ;;
    '--seed')
        return
        ;;
    '--by')
        __teachkit_add_completions -W 'points'$'\n''number'
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create group -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create group -- positional@1 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_create_subject() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(--class -C)
    non_repeating_options=(--title --topic --colour --summary --provider --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--title')
        return
        ;;
    '--class')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create subject -- --class "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--topic')
        __teachkit_add_completions -W 'math'$'\n''science'$'\n''literacyAndWriting'$'\n''worldLanguage'$'\n''socialScience'$'\n''computerScienceAndEngineering'$'\n''artsAndMusic'$'\n''healthAndFitness'
        return
        ;;
    '--colour')
        __teachkit_add_completions -W 'red'$'\n''orange'$'\n''yellow'$'\n''green'$'\n''mint'$'\n''teal'$'\n''cyan'$'\n''blue'$'\n''indigo'$'\n''purple'$'\n''pink'$'\n''brown'$'\n''grey'
        return
        ;;
    '--summary')
        return
        ;;
    '--provider')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create subject -- --provider "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create subject -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_create_context() {
    repeating_flags=()
    non_repeating_flags=(--not-assignable --no-share -q --quiet --version -h --help)
    repeating_options=(--fill -C)
    non_repeating_options=(--title --type --custom --order --topic --summary --age --time --link --template --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--title')
        return
        ;;
    '--type')
        __teachkit_add_completions -W 'chapter'$'\n''section'$'\n''level'$'\n''page'$'\n''task'$'\n''challenge'$'\n''quiz'$'\n''exercise'$'\n''lesson'$'\n''book'$'\n''game'$'\n''document'$'\n''audio'$'\n''video'$'\n''course'$'\n''custom'
        return
        ;;
    '--custom')
        return
        ;;
    '--order')
        return
        ;;
    '--topic')
        __teachkit_add_completions -W 'math'$'\n''science'$'\n''literacyAndWriting'$'\n''worldLanguage'$'\n''socialScience'$'\n''computerScienceAndEngineering'$'\n''artsAndMusic'$'\n''healthAndFitness'
        return
        ;;
    '--summary')
        return
        ;;
    '--age')
        return
        ;;
    '--time')
        return
        ;;
    '--link')
        return
        ;;
    '--template')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create context -- --template "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--fill')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create context -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create context -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_create_worksheet() {
    repeating_flags=()
    non_repeating_flags=(--not-assignable --practice --no-share -q --quiet --version -h --help)
    repeating_options=(--fill --file -C)
    non_repeating_options=(--title --type --custom --order --topic --summary --age --time --link --due --release --template --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--title')
        return
        ;;
    '--type')
        __teachkit_add_completions -W 'chapter'$'\n''section'$'\n''level'$'\n''page'$'\n''task'$'\n''challenge'$'\n''quiz'$'\n''exercise'$'\n''lesson'$'\n''book'$'\n''game'$'\n''document'$'\n''audio'$'\n''video'$'\n''course'$'\n''custom'
        return
        ;;
    '--custom')
        return
        ;;
    '--order')
        return
        ;;
    '--topic')
        __teachkit_add_completions -W 'math'$'\n''science'$'\n''literacyAndWriting'$'\n''worldLanguage'$'\n''socialScience'$'\n''computerScienceAndEngineering'$'\n''artsAndMusic'$'\n''healthAndFitness'
        return
        ;;
    '--summary')
        return
        ;;
    '--age')
        return
        ;;
    '--time')
        return
        ;;
    '--link')
        return
        ;;
    '--due')
        return
        ;;
    '--release')
        return
        ;;
    '--template')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create worksheet -- --template "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--fill')
        return
        ;;
    '--file')
        __teachkit_add_completions -f
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create worksheet -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create worksheet -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_create_exercise() {
    repeating_flags=()
    non_repeating_flags=(--bonus --all-or-nothing --no-share -q --quiet --version -h --help)
    repeating_options=(--hint --choices --choice --gap --pair --item --answer --explain -C)
    non_repeating_options=(--type --prompt --points --due --wrong --unit --alt --tolerance --match --unit-credit --scoring --wrong-choice --floor --file --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--type')
        __teachkit_add_completions -W 'choice'$'\n''multiple'$'\n''true-false'$'\n''number'$'\n''text'$'\n''gaps'$'\n''match'$'\n''order'$'\n''essay'$'\n''file'$'\n''code'
        return
        ;;
    '--prompt')
        return
        ;;
    '--points')
        return
        ;;
    '--hint')
        return
        ;;
    '--due')
        return
        ;;
    '--wrong')
        return
        ;;
    '--unit')
        return
        ;;
    '--alt')
        return
        ;;
    '--choices')
        return
        ;;
    '--choice')
        return
        ;;
    '--gap')
        return
        ;;
    '--pair')
        return
        ;;
    '--item')
        return
        ;;
    '--answer')
        return
        ;;
    '--tolerance')
        return
        ;;
    '--match')
        __teachkit_add_completions -W 'exact'$'\n''folded'$'\n''pattern'
        return
        ;;
    '--unit-credit')
        return
        ;;
    '--scoring')
        __teachkit_add_completions -W 'all-or-none'$'\n''right-minus-wrong'$'\n''per-choice'$'\n''negative'
        return
        ;;
    '--wrong-choice')
        return
        ;;
    '--floor')
        return
        ;;
    '--explain')
        return
        ;;
    '--file')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create exercise -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion create exercise -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_set() {
    repeating_flags=()
    non_repeating_flags=(--dry-run -y --yes -q --quiet --version -h --help)
    repeating_options=(--unset -C)
    non_repeating_options=(--if-version --format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--unset')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion set -- --unset "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--if-version')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion set -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion set -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion set -- positional@1 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_edit() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--from --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--from')
        __teachkit_add_completions -f
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion edit -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion edit -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_save() {
    repeating_flags=()
    non_repeating_flags=(--dry-run -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--message -m --format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--message'|'-m')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion save -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion save -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_rename() {
    repeating_flags=()
    non_repeating_flags=(--dry-run -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--if-version --format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--if-version')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion rename -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion rename -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_move() {
    repeating_flags=()
    non_repeating_flags=(--dry-run -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--before --after --if-version --format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--before')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion move -- --before "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--after')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion move -- --after "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--if-version')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion move -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion move -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion move -- positional@1 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_copy() {
    repeating_flags=()
    non_repeating_flags=(--dry-run -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--shift --format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--shift')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion copy -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion copy -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_delete() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --yes -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--if-version --format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--if-version')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion delete -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion delete -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_undo() {
    repeating_flags=()
    non_repeating_flags=(--forgotten --dry-run -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--to --format --color --as)
    __teachkit_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--to')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion undo -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_restore() {
    repeating_flags=()
    non_repeating_flags=(--forgotten --dry-run -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion restore -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion restore -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_backup() {
    repeating_flags=()
    non_repeating_flags=(--restore --force -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion backup -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -f
        return
        ;;
    2)
        __teachkit_add_completions -d
        return
        ;;
    esac
}

_teachkit_template() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __teachkit_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|show|save)
        # Offer subcommand argument completions
        "_teachkit_template_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list show save' -- "${cur}"))
        ;;
    esac
}

_teachkit_template_list() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion template list -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_template_show() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion template show -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion template show -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_template_save() {
    repeating_flags=()
    non_repeating_flags=(--user --force -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion template save -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion template save -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_context() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __teachkit_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    ensure)
        # Offer subcommand argument completions
        "_teachkit_context_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'ensure' -- "${cur}"))
        ;;
    esac
}

_teachkit_context_ensure() {
    repeating_flags=()
    non_repeating_flags=(--expand -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--provider --timeout --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--provider')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion context ensure -- --provider "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--timeout')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion context ensure -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion context ensure -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_check() {
    repeating_flags=()
    non_repeating_flags=(--fix --dry-run --strict --staged --rules --install-hook --remove-hook -q --quiet --version -h --help)
    repeating_options=(--only --except -C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--only')
        __teachkit_add_completions -W 'yaml'$'\n''conflict'$'\n''unreadable'$'\n''orphan'$'\n''unpublishable'$'\n''more-faults'$'\n''missing-file'$'\n''misnamed-file'$'\n''newer-format'$'\n''unpublishable-name'$'\n''blank'$'\n''unknown-field'$'\n''field-of-another-type'$'\n''missing-field'$'\n''not-text'$'\n''not-a-list'$'\n''not-a-mapping'$'\n''not-a-value'$'\n''not-one-of'$'\n''too-long'$'\n''no-effect'$'\n''cut-text'$'\n''formula'$'\n''torn-number'$'\n''identifier'$'\n''zone'$'\n''duplicate-id'$'\n''shared-id'$'\n''reused-id'$'\n''too-deep'$'\n''vague-title'$'\n''unknown-student'$'\n''unknown-class'$'\n''not-in-class'$'\n''test-student'$'\n''two-teams'$'\n''duplicate-entry'$'\n''unknown-reason'$'\n''shared-login'$'\n''shared-number'$'\n''pattern'$'\n''gap'$'\n''percent'$'\n''points'$'\n''scoring'$'\n''no-answer'$'\n''unanswered'$'\n''unknown-language'$'\n''missing-test'$'\n''too-few'$'\n''duplicate-choice'$'\n''duplicate-item'$'\n''answer-not-a-choice'$'\n''picture-alt'$'\n''thumbnail'$'\n''dead-link'$'\n''unknown-recipient'$'\n''unknown-work'$'\n''not-assignable'$'\n''assigned-twice'$'\n''no-recipient'$'\n''past-due'$'\n''late-release'$'\n''unknown-exercise'$'\n''unknown-rubric'$'\n''no-points'$'\n''no-score'$'\n''many-points'$'\n''broken-grade'
        return
        ;;
    '--except')
        __teachkit_add_completions -W 'yaml'$'\n''conflict'$'\n''unreadable'$'\n''orphan'$'\n''unpublishable'$'\n''more-faults'$'\n''missing-file'$'\n''misnamed-file'$'\n''newer-format'$'\n''unpublishable-name'$'\n''blank'$'\n''unknown-field'$'\n''field-of-another-type'$'\n''missing-field'$'\n''not-text'$'\n''not-a-list'$'\n''not-a-mapping'$'\n''not-a-value'$'\n''not-one-of'$'\n''too-long'$'\n''no-effect'$'\n''cut-text'$'\n''formula'$'\n''torn-number'$'\n''identifier'$'\n''zone'$'\n''duplicate-id'$'\n''shared-id'$'\n''reused-id'$'\n''too-deep'$'\n''vague-title'$'\n''unknown-student'$'\n''unknown-class'$'\n''not-in-class'$'\n''test-student'$'\n''two-teams'$'\n''duplicate-entry'$'\n''unknown-reason'$'\n''shared-login'$'\n''shared-number'$'\n''pattern'$'\n''gap'$'\n''percent'$'\n''points'$'\n''scoring'$'\n''no-answer'$'\n''unanswered'$'\n''unknown-language'$'\n''missing-test'$'\n''too-few'$'\n''duplicate-choice'$'\n''duplicate-item'$'\n''answer-not-a-choice'$'\n''picture-alt'$'\n''thumbnail'$'\n''dead-link'$'\n''unknown-recipient'$'\n''unknown-work'$'\n''not-assignable'$'\n''assigned-twice'$'\n''no-recipient'$'\n''past-due'$'\n''late-release'$'\n''unknown-exercise'$'\n''unknown-rubric'$'\n''no-points'$'\n''no-score'$'\n''many-points'$'\n''broken-grade'
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion check -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion check -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_import() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __teachkit_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    marks|roster|subject|worksheet)
        # Offer subcommand argument completions
        "_teachkit_import_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'marks roster subject worksheet' -- "${cur}"))
        ;;
    esac
}

_teachkit_import_marks() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --yes -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion import marks -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -o plusdirs -fX '!*.@(csv|txt|xlsx)'
        return
        ;;
    2)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion import marks -- positional@1 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_import_roster() {
    repeating_flags=()
    non_repeating_flags=(--sync --dry-run --yes -q --quiet --version -h --help)
    repeating_options=(--map -C)
    non_repeating_options=(--class --id --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--class')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion import roster -- --class "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--map')
        return
        ;;
    '--id')
        __teachkit_add_completions -W 'given'$'\n''family'$'\n''number'$'\n''given.family'$'\n''family.given'
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion import roster -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -o plusdirs -fX '!*.@(csv|txt|xlsx)'
        return
        ;;
    esac
}

_teachkit_import_subject() {
    repeating_flags=()
    non_repeating_flags=(--dry-run -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion import subject -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -d
        return
        ;;
    esac
}

_teachkit_import_worksheet() {
    repeating_flags=()
    non_repeating_flags=(--dry-run -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--into --format --color --as)
    __teachkit_offer_flags_options 3

    # Offer option value completions
    case "${prev}" in
    '--into')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion import worksheet -- --into "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion import worksheet -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -d
        return
        ;;
    esac
}

_teachkit_export() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __teachkit_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    marks|roster|student)
        # Offer subcommand argument completions
        "_teachkit_export_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'marks roster student' -- "${cur}"))
        ;;
    esac
}

_teachkit_export_marks() {
    repeating_flags=()
    non_repeating_flags=(--blank --mine -q --quiet --version -h --help)
    repeating_options=(--for -C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion export marks -- --for "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion export marks -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion export marks -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_export_roster() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(--for -C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion export roster -- --for "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion export roster -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion export roster -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_export_student() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion export student -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion export student -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __teachkit_add_completions -d
        return
        ;;
    esac
}

_teachkit_add() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --no-share -q --quiet --version -h --help)
    repeating_options=(--for -C)
    non_repeating_options=(--to --permission --format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion add -- --for "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--to')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion add -- --to "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--permission')
        __teachkit_add_completions -W 'read-only'$'\n''read-write'
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion add -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion add -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_remove() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --no-share -q --quiet --version -h --help)
    repeating_options=(--for -C)
    non_repeating_options=(--from --format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion remove -- --for "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--from')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion remove -- --from "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion remove -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion remove -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_forget() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --yes -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion forget -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion forget -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_share() {
    repeating_flags=()
    non_repeating_flags=(--one-file --purge --dry-run -y --yes --no-commit -q --quiet --version -h --help)
    repeating_options=(--with --for -C)
    non_repeating_options=(--permission --hub --bundle --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--with'|'--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion share -- --with "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--permission')
        return
        ;;
    '--hub')
        __teachkit_add_completions -d
        return
        ;;
    '--bundle')
        __teachkit_add_completions -d
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion share -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion share -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_invite() {
    repeating_flags=()
    non_repeating_flags=(--open --dry-run --no-commit -q --quiet --version -h --help)
    repeating_options=(--with --for --accept --decline -C)
    non_repeating_options=(--permission --expires --slips --format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--with'|'--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion invite -- --with "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--accept')
        return
        ;;
    '--decline')
        return
        ;;
    '--permission')
        __teachkit_add_completions -W 'read-only'$'\n''read-write'
        return
        ;;
    '--expires')
        return
        ;;
    '--slips')
        __teachkit_add_completions -f
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion invite -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion invite -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion invite -- positional@1 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_announce() {
    repeating_flags=()
    non_repeating_flags=(--mail --list --dry-run --no-share -q --quiet --version -h --help)
    repeating_options=(--for --in --remove -C)
    non_repeating_options=(--until --id --format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion announce -- --for "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--until')
        return
        ;;
    '--in')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion announce -- --in "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--id')
        return
        ;;
    '--remove')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion announce -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion announce -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_guidance() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __teachkit_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    add|list|delay|complete|delete|purge)
        # Offer subcommand argument completions
        "_teachkit_guidance_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'add list delay complete delete purge' -- "${cur}"))
        ;;
    esac
}

_teachkit_guidance_add() {
    repeating_flags=()
    non_repeating_flags=(--dry-run -q --quiet --version -h --help)
    repeating_options=(--for -C)
    non_repeating_options=(--reason --detail --date --class --format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion guidance add -- --for "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--reason')
        return
        ;;
    '--detail')
        return
        ;;
    '--date')
        return
        ;;
    '--class')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion guidance add -- --class "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion guidance add -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion guidance add -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_guidance_list() {
    repeating_flags=()
    non_repeating_flags=(--mine --today --all -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--class --year --format --color --as)
    __teachkit_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--class')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion guidance list -- --class "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--year')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion guidance list -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_guidance_delay() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--to --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--to')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion guidance delay -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_guidance_complete() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion guidance complete -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_guidance_delete() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion guidance delete -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_guidance_purge() {
    repeating_flags=()
    non_repeating_flags=(--dry-run -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--before --format --color --as)
    __teachkit_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--before')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion guidance purge -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_remind() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __teachkit_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    closing|due)
        # Offer subcommand argument completions
        "_teachkit_remind_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'closing due' -- "${cur}"))
        ;;
    esac
}

_teachkit_remind_closing() {
    repeating_flags=()
    non_repeating_flags=(--names --daily --off -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--in --timer --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--in')
        return
        ;;
    '--timer')
        __teachkit_add_completions -W 'systemd'$'\n''cron'$'\n''at'$'\n''wait'
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion remind closing -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion remind closing -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_remind_due() {
    repeating_flags=()
    non_repeating_flags=(--mail --off --dry-run --no-share -q --quiet --version -h --help)
    repeating_options=(--before -C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--before')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion remind due -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion remind due -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_unshare() {
    repeating_flags=()
    non_repeating_flags=(--dry-run -y --yes -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion unshare -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion unshare -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_preview() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--to --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--to')
        __teachkit_add_completions -d
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion preview -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion preview -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_audit() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion audit -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion audit -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_assign() {
    repeating_flags=()
    non_repeating_flags=(--again --dry-run -y --yes --no-share --no-commit -q --quiet --version -h --help)
    repeating_options=(--to --for -C)
    non_repeating_options=(--due --release --title --instructions --mode --id --like --format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--to'|'--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion assign -- --to "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--due')
        return
        ;;
    '--release')
        return
        ;;
    '--title')
        return
        ;;
    '--instructions')
        return
        ;;
    '--mode')
        return
        ;;
    '--id')
        return
        ;;
    '--like')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion assign -- --like "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion assign -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion assign -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_extend() {
    repeating_flags=()
    non_repeating_flags=(--undo --dry-run --no-share -q --quiet --version -h --help)
    repeating_options=(--for -C)
    non_repeating_options=(--until --why --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion extend -- --for "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--until')
        return
        ;;
    '--why')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion extend -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion extend -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_archive() {
    repeating_flags=()
    non_repeating_flags=(--undo --dry-run --no-share -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion archive -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion archive -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_collect() {
    repeating_flags=()
    non_repeating_flags=(--accept-rewind -q --quiet --version -h --help)
    repeating_options=(--bundle -C)
    non_repeating_options=(--from --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--bundle')
        __teachkit_add_completions -o plusdirs -fX '!*.@(bundle)'
        return
        ;;
    '--from')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion collect -- --from "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion collect -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion collect -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_download() {
    repeating_flags=()
    non_repeating_flags=(--anonymous -q --quiet --version -h --help)
    repeating_options=(--for -C)
    non_repeating_options=(--to --format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion download -- --for "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--to')
        __teachkit_add_completions -d
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion download -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion download -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion download -- positional@1 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_mark() {
    repeating_flags=()
    non_repeating_flags=(--mine --blind --yes -q --quiet --version -h --help)
    repeating_options=(--for -C)
    non_repeating_options=(--comment --override --why --format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion mark -- --for "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--comment')
        return
        ;;
    '--override')
        return
        ;;
    '--why')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion mark -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion mark -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion mark -- positional@1 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_excuse() {
    repeating_flags=()
    non_repeating_flags=(--undo --dry-run -q --quiet --version -h --help)
    repeating_options=(--for -C)
    non_repeating_options=(--why --format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion excuse -- --for "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--why')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion excuse -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion excuse -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion excuse -- positional@1 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_grade() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --diff --no-commit -q --quiet --version -h --help)
    repeating_options=(--merge --runs -C)
    non_repeating_options=(--submission --school --subject --min --output --shard --sandbox --jobs --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--submission')
        __teachkit_add_completions -d
        return
        ;;
    '--school')
        __teachkit_add_completions -d
        return
        ;;
    '--subject')
        __teachkit_add_completions -d
        return
        ;;
    '--min')
        return
        ;;
    '--output')
        __teachkit_add_completions -f
        return
        ;;
    '--shard')
        return
        ;;
    '--merge')
        __teachkit_add_completions -f
        return
        ;;
    '--sandbox')
        __teachkit_add_completions -W 'bubblewrap'$'\n''none'
        return
        ;;
    '--jobs')
        __teachkit_add_completions -f
        return
        ;;
    '--runs')
        __teachkit_add_completions -f
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion grade -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion grade -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_run() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--output --sandbox --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--output')
        __teachkit_add_completions -f
        return
        ;;
    '--sandbox')
        __teachkit_add_completions -W 'bubblewrap'$'\n''none'
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion run -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -f
        return
        ;;
    esac
}

_teachkit_blame() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(--for -C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion blame -- --for "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion blame -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion blame -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion blame -- positional@1 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_return() {
    repeating_flags=()
    non_repeating_flags=(--dry-run -y --yes --waiting --again --no-again --no-share --no-commit -q --quiet --version -h --help)
    repeating_options=(--to --for -C)
    non_repeating_options=(--bundle --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--to'|'--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion return -- --to "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--bundle')
        __teachkit_add_completions -d
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion return -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion return -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_tick() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --uninstall --notify -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--install --every --format --color --as)
    __teachkit_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--install')
        __teachkit_add_completions -W 'systemd'$'\n''cron'
        return
        ;;
    '--every')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion tick -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_stats() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(--group --for -C)
    non_repeating_options=(--output --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--group'|'--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion stats -- --group "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--output')
        __teachkit_add_completions -f
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion stats -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion stats -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_clone() {
    repeating_flags=()
    non_repeating_flags=(--as-test -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--student --name --key --format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--student')
        return
        ;;
    '--name')
        return
        ;;
    '--key')
        __teachkit_add_completions -f
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion clone -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_pull() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion pull -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -o plusdirs -fX '!*.@(bundle)'
        return
        ;;
    esac
}

_teachkit_watch() {
    repeating_flags=()
    non_repeating_flags=(--notify --once -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--every --format --color --as)
    __teachkit_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--every')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion watch -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_work() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion work -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion work -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_play() {
    repeating_flags=()
    non_repeating_flags=(--plain --all -q --quiet --version -h --help)
    repeating_options=(--drill -C)
    non_repeating_options=(--game --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--game')
        __teachkit_add_completions -W 'keys'$'\n''feed'$'\n''cards'
        return
        ;;
    '--drill')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion play -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion play -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_answer() {
    repeating_flags=()
    non_repeating_flags=(--clear -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion answer -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion answer -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_open() {
    repeating_flags=()
    non_repeating_flags=(--no-wait --new -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--with --format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--with')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion open -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion open -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __teachkit_add_completions -f
        return
        ;;
    esac
}

_teachkit_close() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion close -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion close -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_try() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--sandbox --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--sandbox')
        __teachkit_add_completions -W 'bubblewrap'$'\n''none'
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion try -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion try -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_done() {
    repeating_flags=()
    non_repeating_flags=(--undo -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion done -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion done -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_submit() {
    repeating_flags=()
    non_repeating_flags=(--yes -y --withdraw --dry-run -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--bundle --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--bundle')
        __teachkit_add_completions -o plusdirs -fX '!*.@(bundle)'
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion submit -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion submit -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_feedback() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(--ask -C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--ask')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion feedback -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion feedback -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_activity() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __teachkit_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    show|start|stop|progress|item)
        # Offer subcommand argument completions
        "_teachkit_activity_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'show start stop progress item' -- "${cur}"))
        ;;
    esac
}

_teachkit_activity_show() {
    repeating_flags=()
    non_repeating_flags=(--sent -q --quiet --version -h --help)
    repeating_options=(--for -C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion activity show -- --for "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion activity show -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion activity show -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion activity show -- positional@1 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_activity_start() {
    repeating_flags=()
    non_repeating_flags=(--new -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion activity start -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion activity start -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_activity_stop() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion activity stop -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion activity stop -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_activity_progress() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--range --format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--range')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion activity progress -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion activity progress -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_activity_item() {
    repeating_flags=()
    non_repeating_flags=(--primary --correct --incorrect --passed --failed --true --false --yes --no -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--title --quantity --score --max --format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--title')
        return
        ;;
    '--quantity')
        return
        ;;
    '--score')
        return
        ;;
    '--max')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion activity item -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion activity item -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_leave() {
    repeating_flags=()
    non_repeating_flags=(-y --yes --dry-run -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion leave -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_hub() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __teachkit_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    init|add-key|remove-key|status|restore|serve)
        # Offer subcommand argument completions
        "_teachkit_hub_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'init add-key remove-key status restore serve' -- "${cur}"))
        ;;
    esac
}

_teachkit_hub_init() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion hub init -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -d
        return
        ;;
    esac
}

_teachkit_hub_add-key() {
    repeating_flags=()
    non_repeating_flags=(--teacher -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--student --authorized-keys --format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--student')
        return
        ;;
    '--authorized-keys')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion hub add-key -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -d
        return
        ;;
    2)
        __teachkit_add_completions -f
        return
        ;;
    esac
}

_teachkit_hub_remove-key() {
    repeating_flags=()
    non_repeating_flags=(--teacher -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--student --authorized-keys --format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--student')
        return
        ;;
    '--authorized-keys')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion hub remove-key -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -d
        return
        ;;
    2)
        __teachkit_add_completions -f
        return
        ;;
    esac
}

_teachkit_hub_status() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--authorized-keys --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--authorized-keys')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion hub status -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -d
        return
        ;;
    esac
}

_teachkit_hub_restore() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion hub restore -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion hub restore -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_hub_serve() {
    repeating_flags=()
    non_repeating_flags=(--teacher --web -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--student --invitation --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--student')
        return
        ;;
    '--invitation')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion hub serve -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -d
        return
        ;;
    esac
}

_teachkit_status() {
    repeating_flags=()
    non_repeating_flags=(--all -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion status -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_deadlines() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion deadlines -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion deadlines -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_calendar() {
    repeating_flags=()
    non_repeating_flags=(--tasks -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--output --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--output')
        __teachkit_add_completions -o plusdirs -fX '!*.@(ics)'
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion calendar -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion calendar -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_list() {
    repeating_flags=()
    non_repeating_flags=(--tree --expand --all -q --quiet --version -h --help)
    repeating_options=(--sort --where -C)
    non_repeating_options=(--class --group --state --type --topic --subject --format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--sort')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion list -- --sort "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--where')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion list -- --where "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--class')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion list -- --class "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--group')
        return
        ;;
    '--state')
        return
        ;;
    '--type')
        return
        ;;
    '--topic')
        return
        ;;
    '--subject')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion list -- --subject "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion list -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion list -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_search() {
    repeating_flags=()
    non_repeating_flags=(--exact --case -q --quiet --version -h --help)
    repeating_options=(--in -C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--in')
        __teachkit_add_completions -W 'titles'$'\n''prompts'$'\n''choices'$'\n''answers'$'\n''comments'$'\n''people'
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion search -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    2)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion search -- positional@1 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_show() {
    repeating_flags=()
    non_repeating_flags=(--version -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--of --for --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--of'|'--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion show -- --of "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion show -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion show -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_print() {
    repeating_flags=()
    non_repeating_flags=(--answers --in-order --force -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--variants --seed --language --paper --output --format --color --as)
    __teachkit_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--variants')
        return
        ;;
    '--seed')
        return
        ;;
    '--language')
        return
        ;;
    '--paper')
        __teachkit_add_completions -W 'a4'$'\n''letter'
        return
        ;;
    '--output')
        __teachkit_add_completions -o plusdirs -fX '!*.@(html|pdf)'
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion print -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion print -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_log() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(-n --number --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-n'|'--number')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion log -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion log -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_diff() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--since --until --change --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--since')
        return
        ;;
    '--until')
        return
        ;;
    '--change')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion diff -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion diff -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_grades() {
    repeating_flags=()
    non_repeating_flags=(--marks -q --quiet --version -h --help)
    repeating_options=(--for --sort -C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion grades -- --for "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '--sort')
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion grades -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion grades -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_leaderboard() {
    repeating_flags=()
    non_repeating_flags=(--hide --show -q --quiet --version -h --help)
    repeating_options=(--for -C)
    non_repeating_options=(--by --range --format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--by')
        __teachkit_add_completions -W 'points'$'\n''practice'$'\n''choice'$'\n''multiple'$'\n''true-false'$'\n''number'$'\n''text'$'\n''gaps'$'\n''match'$'\n''order'$'\n''essay'$'\n''file'$'\n''code'
        return
        ;;
    '--range')
        return
        ;;
    '--for')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion leaderboard -- --for "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion leaderboard -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion leaderboard -- positional@0 "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_doctor() {
    repeating_flags=()
    non_repeating_flags=(--fix -q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion doctor -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_teachkit_demo() {
    repeating_flags=()
    non_repeating_flags=(-q --quiet --version -h --help)
    repeating_options=(-C)
    non_repeating_options=(--format --color --as)
    __teachkit_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '-C')
        __teachkit_add_completions -d
        return
        ;;
    '--format')
        __teachkit_add_completions -W 'text'$'\n''json'$'\n''csv'$'\n''csv-excel'$'\n''xlsx'$'\n''html'$'\n''github'$'\n''junit'$'\n''tap'$'\n''markdown'
        return
        ;;
    '--color')
        __teachkit_add_completions -W 'auto'$'\n''always'$'\n''never'
        return
        ;;
    '--as')
        __teachkit_add_completions -W "$(__teachkit_custom_complete ---completion demo -- --as "${COMP_CWORD}" "$(__teachkit_cursor_index_in_current_word)")"
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __teachkit_add_completions -d
        return
        ;;
    esac
}

_teachkit_help() {
    __teachkit_add_completions -W 'init'$'\n''create'$'\n''set'$'\n''edit'$'\n''save'$'\n''rename'$'\n''move'$'\n''copy'$'\n''delete'$'\n''undo'$'\n''restore'$'\n''backup'$'\n''template'$'\n''context'$'\n''check'$'\n''import'$'\n''export'$'\n''add'$'\n''remove'$'\n''forget'$'\n''share'$'\n''invite'$'\n''announce'$'\n''guidance'$'\n''remind'$'\n''unshare'$'\n''preview'$'\n''audit'$'\n''assign'$'\n''extend'$'\n''archive'$'\n''collect'$'\n''download'$'\n''mark'$'\n''excuse'$'\n''grade'$'\n''run'$'\n''blame'$'\n''return'$'\n''tick'$'\n''stats'$'\n''clone'$'\n''pull'$'\n''watch'$'\n''work'$'\n''play'$'\n''answer'$'\n''open'$'\n''close'$'\n''try'$'\n''done'$'\n''submit'$'\n''feedback'$'\n''activity'$'\n''leave'$'\n''hub'$'\n''status'$'\n''deadlines'$'\n''calendar'$'\n''list'$'\n''search'$'\n''show'$'\n''print'$'\n''log'$'\n''diff'$'\n''grades'$'\n''leaderboard'$'\n''doctor'$'\n''demo'
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __teachkit_offer_flags_options -1
}

complete -o filenames -F _teachkit teachkit
